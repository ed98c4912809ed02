import { expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

it('leaves alone what failed, longer each time, until it is done', () => {
  let now = 0;
  const aside = createBackoff(() => now);
  const pauses = Array.from({ length: 11 }, () => {
    const pauseMs = aside.failed('a');
    expect(aside.keys()).toEqual(['a']);
    now += pauseMs;
    expect(aside.keys()).toEqual([]);
    return pauseMs / 1000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  aside.done('a');
  expect(aside.failed('a')).toBe(1_000);
});

it('leaves nothing alone for longer when the clock is set back meanwhile', () => {
  let now = 3_600_000;
  const aside = createBackoff(() => now);
  aside.failed('a');
  now = 0;
  expect(aside.keys()).toEqual([]);
});

it('remembers no more than it is told to', () => {
  const aside = createBackoff(() => 0, 2);
  for (const key of ['a', 'b', 'a', 'c']) aside.failed(key);
  expect(aside.keys()).toEqual(['a', 'c']);
});
