import { describe, expect, it } from 'vitest';
import { pauseAfter } from './live.ts';

describe('the pauses between tries to connect', () => {
  it('pauses grow to half a minute and never end, and a crowd does not come back in step', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 60].map((tries) => pauseAfter(tries, 0));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(pauseAfter(3, 1)).toBe(4_000);
  });
});
