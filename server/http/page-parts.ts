/**
 * The files that the first draw of a page needs, named in its head: the browser asks for all of them at
 * once, and not for the next only when the one before has run.
 */

/** As the build writes it (Vite's manifest), by module; `imports` are keys of the same table. */
export type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  /** Pictures that this module shows. */
  readonly assets?: readonly string[];
}

/**
 * @param html the built page; what it names already is left out
 * @param module that draws the page; one that the build does not know adds nothing
 */
export function writeParts(html: string, manifest: Manifest, module: string): string {
  const links = [...linksOf(manifest, module)].filter(({ href }) => !html.includes(`"${href}"`));
  if (links.length === 0) return html;
  return html.replace('</head>', () => `  ${links.map(written).join('\n    ')}\n  </head>`);
}

interface PartLink {
  readonly rel: 'modulepreload' | 'stylesheet' | 'preload';
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
  yield { rel: 'modulepreload', href: `/${chunk.file}` };
  for (const file of chunk.css ?? []) yield { rel: 'stylesheet', href: `/${file}` };
  for (const file of chunk.assets ?? []) {
    if (file.endsWith('.svg')) yield { rel: 'preload', href: `/${file}` };
  }
}

/** Written as the build writes its own: two that differ in `crossorigin` are fetched twice. */
function written({ rel, href }: PartLink): string {
  if (rel === 'preload') return `<link rel="preload" as="image" href="${href}">`;
  return `<link rel="${rel}" crossorigin href="${href}">`;
}
