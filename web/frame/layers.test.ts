import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const WEB = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(WEB, 'index.html'), 'utf8');
const sheets = globSync(['**/*.css', '../demo/**/*.css'], { cwd: WEB });

describe('the order of the layers', () => {
  it('stands in the page before any sheet and any script', () => {
    const before = page.split(/<script|<link[^>]*stylesheet/)[0];
    expect(before).toMatch(/<style>(\s|\/\*.*\*\/)*@layer base, components, utilities;/);
  });

  it.each(sheets)('is not stated again in %s, which uses no other layer', (sheet) => {
    const text = readFileSync(path.join(WEB, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const layers = [...text.matchAll(/@layer ([^{;]+)([{;])/g)];
    for (const [, name = '', end] of layers) {
      expect(['base', 'components', 'utilities']).toContain(name.trim());
      expect(end).toBe('{');
    }
  });
});
