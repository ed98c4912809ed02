import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fontFiles } from './fonts.ts';

describe('the fonts of the first page', () => {
  it('are what `npm run fonts` makes of the packages and of fonts.css', async () => {
    for (const { file, content } of await fontFiles()) {
      expect(readFileSync(file).equals(content), file).toBe(true);
    }
  });
});
