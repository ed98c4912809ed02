import { expect, it } from 'vitest';
import { SETTINGS } from '#server/start/config.ts';
import { current } from './settings-table.ts';

it('the table of settings is current (npm run settings writes it)', () => {
  const { document, wanted } = current();
  expect(document).toBe(wanted);
});

it('has every setting, what it takes and what it is for', () => {
  const { wanted } = current();
  const rows = [...wanted.matchAll(/^\| `([A-Z_]+)` \| .* \| (.+) \| (.+) \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...SETTINGS].sort());
});
