import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '#server/start/config.ts';
import { fontFiles } from './fonts.ts';
import { current } from './settings-table.ts';

describe('the fonts of the first page', () => {
  it('are what `npm run fonts` makes of the packages and of fonts.css', async () => {
    for (const { file, content } of await fontFiles()) {
      expect(readFileSync(file).equals(content), file).toBe(true);
    }
  });
});

describe('the table of settings', () => {
  it('is current (npm run settings writes it)', () => {
    const { document, wanted } = current();
    expect(document).toBe(wanted);
  });

  it('has every setting, what it takes and what it is for', () => {
    const { wanted } = current();
    const rows = [...wanted.matchAll(/^\| `([A-Z_]+)` \| .* \| (.+) \| (.+) \|$/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual([...SETTINGS].sort());
  });
});
