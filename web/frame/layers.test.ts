import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What main.css brings in is ordered by Tailwind, what card.css brings in by card.css. */
const INSIDE_ANOTHER =
  /^web\/(ui\/(theme|fonts|ki|looks|controls|type)|cards\/card-(foil|states))\.css$/;

const sheets = globSync('{web,demo}/**/*.css', { cwd: ROOT })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !INSIDE_ANOTHER.test(file) && file !== 'web/main/main.css');

it.each(sheets)('%s settles the order of the layers before anything else', (file) => {
  const rules = readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  expect(rules.trimStart()).toMatch(/^@layer theme, base, components, utilities;/);
});

it('there are style sheets to look at', () => {
  expect(sheets.length).toBeGreaterThan(10);
});
