import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from './clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

describe('copying a text', () => {
  it('fails as a promise where there is no clipboard, so that the page can say so', async () => {
    vi.stubGlobal('navigator', {}); // as over plain http
    await expect(copyText('text')).rejects.toThrow();
  });
});
