import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const WEB = path.resolve(import.meta.dirname, '..');
const read = (sheet: string) => readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const sheets = globSync(['**/*.css', '../demo/**/*.css'], { cwd: WEB }).map((file) =>
  path.join(WEB, file),
);
/** Sheets that another sheet imports; that sheet declares the order. */
const broughtIn = new Set(
  sheets.flatMap((sheet) =>
    [...read(sheet).matchAll(/@import "(\.[^"]+)"/g)].map(([, file = '']) =>
      path.resolve(path.dirname(sheet), file),
    ),
  ),
);

describe('the style sheets', () => {
  it.each(
    sheets.filter((sheet) => !broughtIn.has(sheet)).map((sheet) => path.relative(WEB, sheet)),
  )('%s settles the order of the layers before anything else', (sheet) => {
    expect(read(path.join(WEB, sheet)).trimStart()).toMatch(/^@layer base, components, utilities;/);
  });

  it('are there to look at', () => {
    expect(sheets.length - broughtIn.size).toBeGreaterThan(10);
  });
});
