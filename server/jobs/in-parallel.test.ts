import { describe, expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

describe('inParallel', () => {
  it('keeps the order and the width', async () => {
    let running = 0;
    let most = 0;
    const results = await inParallel([5, 1, 3, 2, 4, 0], 3, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, item));
      running -= 1;
      return item * 2;
    });
    expect(results).toEqual([10, 2, 6, 4, 8, 0]);
    expect(most).toBe(3);
  });

  it('starts nothing new after a failure', async () => {
    const started: number[] = [];
    const work = async (item: number) => {
      started.push(item);
      if (item === 2) throw new Error('no');
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await expect(inParallel([1, 2, 3, 4], 2, work)).rejects.toThrow('no');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(started).toEqual([1, 2]);
  });

  it('answers nothing for nothing', async () => {
    expect(await inParallel([], 4, async () => 1)).toEqual([]);
  });
});
