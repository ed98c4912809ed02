/**
 * The build runs every `import()` through this, in place of Vite's own loader: the files come first, and can be asked
 * for again when one fails. A module that failed inside `import()` may not: browsers keep the failure as long as the
 * page lives.
 * @param files of the build, without the leading slash: the module's own, those it imports, and their style sheets
 */
export async function fetchFilesFirst<Code>(
  importCode: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  await Promise.all(files.map(fetchOnce));
  return importCode();
}

const fetches = new Map<string, Promise<void>>();

function fetchOnce(file: string): Promise<void> {
  const known = fetches.get(file);
  if (known !== undefined) return known;
  const href = `/${file}`;
  const fetchNow = href.endsWith('.css') ? fetchSheet : fetchScript;
  const fetching = isInPage(href) ? Promise.resolve() : fetchNow(href);
  fetches.set(file, fetching);
  fetching.catch(() => fetches.delete(file));
  return fetching;
}

/** Part of the running program, or one of the sheets that the server wrote into the page (see first-files.ts). */
function isInPage(href: string): boolean {
  const places = `link[rel=modulepreload][href="${href}"],meta[name=sheets][content~="${href}"]`;
  return document.querySelector(places) !== null;
}

function fetchSheet(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(notCome(href));
    };
    document.head.append(link);
  });
}

/** Fills the browser's cache, where `import()` finds the file. A preload link would remember a failure, too. */
async function fetchScript(href: string): Promise<void> {
  const answer = await fetch(href);
  const isScript = answer.headers.get('content-type')?.includes('javascript');
  // Reads the whole file: the connection may still fail.
  await answer.arrayBuffer();
  if (!answer.ok || !isScript) throw notCome(href);
}

const notCome = (href: string) => new Error(`${href} did not come`);
