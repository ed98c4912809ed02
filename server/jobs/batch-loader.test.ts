import { expect, it } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

/** Reads that end when told to; remembers what was asked together. */
function slowReads() {
  const asked: string[][] = [];
  const ends: ((fault?: Error) => void)[] = [];
  const read = (keys: string[]) =>
    new Promise<Map<string, string>>((resolve, reject) => {
      asked.push(keys);
      ends.push((fault) =>
        fault === undefined
          ? resolve(new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`])))
          : reject(fault),
      );
    });
  return { asked, end: (fault?: Error) => ends.shift()?.(fault), find: createBatchLoader(read) };
}

const turn = () => new Promise(setImmediate);

it('asks once for all who ask in the same moment, and for each key once', async () => {
  const { asked, end, find } = slowReads();
  const answers = Promise.all(['a', 'b', 'a', 'none'].map(find));
  await turn();
  end();
  expect(await answers).toEqual(['a!', 'b!', 'a!', undefined]);
  expect(asked).toEqual([['a', 'b', 'none']]);
});

it('never answers from a read that began before it was asked', async () => {
  const { asked, end, find } = slowReads();
  const first = find('a');
  await turn();
  const second = find('a');
  const third = find('b');
  await turn();
  expect(asked, 'one statement at a time').toEqual([['a']]);
  end();
  expect(await first).toBe('a!');
  await turn();
  expect(asked).toEqual([['a'], ['a', 'b']]);
  end();
  expect(await Promise.all([second, third])).toEqual(['a!', 'b!']);
  // At rest again.
  const last = find('c');
  await turn();
  end();
  expect(await last).toBe('c!');
});

it('tells those who asked of a read that failed, and nobody else', async () => {
  const { end, find } = slowReads();
  const failing = find('a');
  await turn();
  const later = find('a');
  end(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await turn();
  end();
  expect(await later).toBe('a!');
});

it('asks for very many in several statements', async () => {
  const sizes: number[] = [];
  const find = createBatchLoader(async (keys) => {
    sizes.push(keys.length);
    return new Map(keys.map((key) => [key, key]));
  });
  const keys = Array.from({ length: 1_100 }, (_, index) => String(index));
  expect(await Promise.all(keys.map(find))).toEqual(keys);
  expect(sizes).toEqual([500, 500, 100]);
});
