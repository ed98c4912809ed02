/** The files of the build that a page needs first, written into it. */

/** As the build writes it (Vite's manifest), by module; `imports` are keys of the same table. */
export type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/**
 * Links the files of the first render, so that the browser fetches them in parallel. Style sheets are inlined, so
 * that nothing blocks the first paint. The prerendered body names its pictures itself (prerendered-html.ts).
 * @param html the built page; what it names already is left out
 * @param module the page's module; one that the build does not know adds nothing
 * @param textOf the text of a file of the build
 */
export function writeFirstFiles(
  html: string,
  manifest: Manifest,
  module: string,
  textOf: (href: string) => string | undefined,
): string {
  const links = [...linksOf(manifest, module)].filter(({ href }) => !html.includes(`"${href}"`));
  const named = links.map(written).join('\n    ');
  const whole = html.replace('</head>', () => `  ${named}\n  </head>`);
  return inlineSheets(programLast(whole), textOf);
}

/**
 * Browsers would fetch the program with high priority, and fonts and pictures, with which the page is drawn first, would
 * share the line with it.
 */
function programLast(html: string): string {
  return html.replace(
    /<(link rel="modulepreload"|link rel="preload" as="fetch"|script type="module")/g,
    '<$1 fetchpriority="low"',
  );
}

const SHEET = /[ \t]*<link rel="stylesheet" crossorigin href="([^"]+)">\n?/g;

function inlineSheets(html: string, textOf: (href: string) => string | undefined): string {
  let styles = '';
  const names: string[] = [];
  const rest = html.replace(SHEET, (link, href: string) => {
    const text = textOf(href);
    if (text === undefined || /<\/style/i.test(text)) return link;
    styles += text.trim();
    names.push(href);
    return '';
  });
  if (styles === '') return html;
  // Named, so that fetch-files.ts does not fetch them.
  const named = `<meta name="sheets" content="${names.join(' ')}">`;
  return rest.replace('</head>', () => `  <style>${styles}</style>\n    ${named}\n  </head>`);
}

interface PartLink {
  readonly sort: 'script' | 'sheet';
  readonly href: string;
}

function* linksOf(
  manifest: Manifest,
  module: string,
  seen = new Set<string>(),
): Generator<PartLink> {
  const chunk = manifest[module];
  if (chunk === undefined || seen.has(module)) return;
  seen.add(module);
  for (const imported of chunk.imports ?? []) yield* linksOf(manifest, imported, seen);
  yield { sort: 'script', href: `/${chunk.file}` };
  for (const file of chunk.css ?? []) yield { sort: 'sheet', href: `/${file}` };
}

/**
 * With the same `crossorigin` as in the build and in fetch-files.ts, else a file is fetched twice. Scripts are preloaded
 * as `fetch`: after a failed `modulepreload` the browser would never ask again.
 */
function written({ sort, href }: PartLink): string {
  const rel = sort === 'script' ? 'preload" as="fetch' : 'stylesheet';
  return `<link rel="${rel}" crossorigin href="${href}">`;
}
