import { describe, expect, it } from 'vitest';
import { allInParallel, inParallel } from './in-parallel.ts';

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

it('tries every item, so many at a time, and tells of those that failed in the end', async () => {
  let underWay = 0;
  let most = 0;
  const tried: number[] = [];
  const work = async (item: number) => {
    tried.push(item);
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay -= 1;
    if (item % 3 === 0) throw new Error(`no ${item}`);
  };
  await expect(allInParallel([1, 2, 3, 4, 5, 6, 7], 2, work)).rejects.toMatchObject({
    message: '2 of 7 failed',
    errors: [{ message: 'no 3' }, { message: 'no 6' }],
  });
  expect(tried).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(2);
  await expect(allInParallel([1, 3, 4], 1, work)).rejects.toThrow('no 3');
  await allInParallel([], 2, work);
});
