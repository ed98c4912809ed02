import { describe, expect, it } from 'vitest';
import { failuresAfter } from './supervisor.ts';

/** As long as a server is started again: six failures in a row end the supervisor. */
const countOf = (ends: readonly { ranMs: number; isRefused?: boolean }[]) =>
  ends.reduce(
    (failuresBefore, { ranMs, isRefused = false }) =>
      failuresAfter({ failuresBefore, ranMs, isRefused }),
    0,
  );

describe('a server of several that ends', () => {
  it('at once, again and again, is a failure more each time', () => {
    expect(countOf(Array(6).fill({ ranMs: 200 }))).toBe(6);
  });

  it('after it served for a while begins to count anew', () => {
    expect(countOf([...Array(5).fill({ ranMs: 200 }), { ranMs: 61_000 }])).toBe(1);
  });

  it('because it cannot start, as without Redis, never ends the others', () => {
    expect(countOf(Array(50).fill({ ranMs: 5_200, isRefused: true }))).toBeLessThan(6);
  });
});
