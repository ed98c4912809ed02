import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fontFiles } from './fonts.ts';

it('The fonts of the first page are what `npm run fonts` makes of the packages and of fonts.css', async () => {
  for (const { file, content } of await fontFiles()) {
    expect(readFileSync(file).equals(content), file).toBe(true);
  }
});
