import { describe, expect, it } from 'vitest';
import { chunksOf, inParallel, type Page, readPages } from './pages.ts';

describe('readPages', () => {
  it('reads to the last page and does not mind an empty one', async () => {
    const pages: Record<string, Page<number>> = {
      start: { items: [1, 2], cursor: 'a', hasNextPage: true },
      a: { items: [], cursor: 'b', hasNextPage: true },
      b: { items: [3], cursor: 'c', hasNextPage: false },
    };
    const taken: number[] = [];
    await readPages(
      async (cursor) => pages[cursor ?? 'start'] as Page<number>,
      (item) => taken.push(item),
    );
    expect(taken).toEqual([1, 2, 3]);
  });

  it.each([null, 'a'])('does not take a missing or repeated cursor for the end', async (cursor) => {
    const read = async (at: string | null) => ({
      items: [1],
      cursor: at === null ? 'a' : cursor,
      hasNextPage: true,
    });
    await expect(readPages(read, () => {})).rejects.toThrow('next page');
  });
});

describe('a list that never ends', () => {
  it('is given up, although every cursor is a new one', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      // A list that ended after all, so that this ends either way.
      return { items: [reads], cursor: `${reads}`, hasNextPage: reads < 10_000 };
    };
    await expect(readPages(read, () => {})).rejects.toThrow('does not end');
    expect(reads).toBeLessThan(10_000);
  });
});

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

describe('chunksOf', () => {
  it('cuts into chunks', () => {
    expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunksOf([], 2)).toEqual([]);
  });
});
