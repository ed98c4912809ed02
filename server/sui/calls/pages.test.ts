import { describe, expect, it } from 'vitest';
import { chunksOf, type Page, readPages } from './pages.ts';

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

describe('a page that does not tell whether another follows', { tags: 'H2' }, () => {
  it('is not taken for the last one', async () => {
    const read = async () => ({ items: [1], cursor: 'a' }) as unknown as Page<number>;
    await expect(readPages(read, () => {})).rejects.toThrow('whether');
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

describe('chunksOf', () => {
  it('cuts into chunks', () => {
    expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunksOf([], 2)).toEqual([]);
  });
});
