/**
 * Makes the files of web/ui/fonts from the npm packages: of each font one file with the letters that nearly every text
 * has, so that the first page waits for half the bytes, and one with the rest. Which letters says `unicode-range` in
 * web/ui/fonts.css. `npm run fonts` writes the files; a unit test fails when they are not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const FOLDER = path.resolve(import.meta.dirname, '../web/ui');

const ANTON = { package: '@fontsource/anton/files/anton-latin-400-normal.woff2', options: {} };
const INTER = {
  package: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  /** As `font-weight` in fonts.css. */
  options: { variationAxes: { wght: { min: 400, max: 750 } } },
};

const FONTS = {
  'anton-core.woff2': ANTON,
  'anton-rest.woff2': ANTON,
  'inter-core.woff2': INTER,
  'inter-rest.woff2': INTER,
};

/** Each file of web/ui/fonts as it should be. */
export async function fontFiles(): Promise<{ file: string; content: Buffer }[]> {
  const css = readFileSync(path.join(FOLDER, 'fonts.css'), 'utf8');
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    Object.entries(FONTS).map(async ([file, font]) => ({
      file: path.join(FOLDER, 'fonts', file),
      content: await subsetFont(readFileSync(resolve(font.package)), lettersOf(css, file), {
        targetFormat: 'woff2',
        ...font.options,
      }),
    })),
  );
}

/** The letters in the `unicode-range` of the face that uses this file. */
function lettersOf(css: string, file: string): string {
  const face = css.split('@font-face').find((text) => text.includes(`/${file}"`));
  const ranges = [...(face ?? '').matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)];
  if (ranges.length === 0) throw new Error(`fonts.css has no unicode-range for ${file}`);
  return ranges
    .flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, i) => from + i);
    })
    .map((code) => String.fromCodePoint(code))
    .join('');
}

if (import.meta.main) {
  for (const { file, content } of await fontFiles()) writeFileSync(file, content);
}
