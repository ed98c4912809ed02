import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createThrottledQueue } from './throttled-queue.ts';

it('does one thing at a time, in the order they were asked for', async () => {
  const queued = createThrottledQueue(0);
  const seen: string[] = [];
  const thing = (name: string) =>
    queued('one', async () => {
      seen.push(`${name} begins`);
      await sleep(1);
      seen.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all(['a', 'b'].map(thing))).toEqual(['a', 'b']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('gives each who asks a turn: one who asks for much is not before another', async () => {
  const queued = createThrottledQueue(0);
  const seen: string[] = [];
  const ask = (who: string, thing: number) =>
    queued(who, async () => {
      seen.push(`${who} ${thing}`);
    });
  const much = [1, 2, 3, 4].map((thing) => ask('greedy', thing));
  // Asks for its next thing only when it has one, as whoever reads a file.
  await ask('modest', 1);
  await ask('modest', 2);
  await Promise.all(much);
  expect(seen.indexOf('modest 1')).toBe(2);
  expect(seen.indexOf('modest 2')).toBe(4);
});

it('rests after each for so many times as long as it took; the one who asked need not wait for that', async () => {
  const rests: number[] = [];
  const rested = Promise.withResolvers<void>();
  const queued = createThrottledQueue(3, (ms) => {
    rests.push(ms);
    return rested.promise;
  });
  let took = 0;
  await queued('one', async () => {
    const from = performance.now();
    await sleep(5);
    took = performance.now() - from;
  });
  await expect.poll(() => rests.length).toBe(1);
  expect(rests[0]).toBeGreaterThanOrEqual(3 * took);
  let isBegun = false;
  const next = queued('one', async () => {
    isBegun = true;
  });
  await sleep(5);
  expect(isBegun).toBe(false);
  rested.resolve();
  await next;
});

it('begins again when everything was done, and rests by the clock', async () => {
  const queued = createThrottledQueue(3);
  const seen: string[] = [];
  await queued('one', () => sleep(20));
  const during = sleep(10).then(() => seen.push('a moment of the rest'));
  await queued('one', async () => void seen.push('next'));
  await during;
  expect(seen).toEqual(['a moment of the rest', 'next']);
  await sleep(5);
  await queued('one', async () => void seen.push('last'));
  expect(seen).toContain('last');
});

it('rests for five seconds at most, also after a process that stood still for an hour', async () => {
  const rests: number[] = [];
  const queued = createThrottledQueue(3, async (ms) => void rests.push(ms));
  const now = performance.now.bind(performance);
  await queued('one', async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
  });
  await expect.poll(() => rests).toEqual([5_000]);
  vi.restoreAllMocks();
});

it('goes on after one that fails', async () => {
  const queued = createThrottledQueue(1);
  await expect(queued('one', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await queued('one', async () => 'there')).toBe('there');
});
