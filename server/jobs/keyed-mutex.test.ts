import { expect, it } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

/** Work that ends when told, and a list of what began and ended. */
function stage() {
  const seen: string[] = [];
  const work = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const run = async () => {
      seen.push(`${name} begins`);
      return promise;
    };
    return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { seen, work };
}

it('lets work with one key wait, and no other; without a key none', async () => {
  const runExclusive = createKeyedMutex();
  const { seen, work } = stage();
  const [a, b, c, d, e] = [work('a'), work('b'), work('c'), work('d'), work('e')];
  const turns = [
    runExclusive('one', a.run),
    runExclusive('one', b.run),
    runExclusive('other', c.run),
    runExclusive(null, d.run),
    runExclusive(null, e.run),
  ];
  expect(seen).toEqual(['a begins', 'c begins', 'd begins', 'e begins']);
  a.end();
  await turns[0];
  expect(seen).toContain('b begins');
  for (const { end } of [b, c, d, e]) end();
  expect(await Promise.all(turns)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('lets work wait for what waits already, and forgets a key whose work is done', async () => {
  const runExclusive = createKeyedMutex();
  const { seen, work } = stage();
  const [a, b, c, d] = [work('a'), work('b'), work('c'), work('d')];
  const first = runExclusive('one', a.run);
  const second = runExclusive('one', b.run);
  a.end();
  await first;
  const third = runExclusive('one', c.run);
  await new Promise(setImmediate);
  expect(seen).toEqual(['a begins', 'b begins']);
  b.end();
  c.end();
  await Promise.all([second, third]);
  void runExclusive('one', d.run);
  // Else it would wait a turn for the one before.
  expect(seen.at(-1)).toBe('d begins');
});

it('goes on after work that failed, and tells only whoever asked for it', async () => {
  const runExclusive = createKeyedMutex();
  const { work } = stage();
  const [a, b] = [work('a'), work('b')];
  const first = runExclusive('one', a.run);
  const second = runExclusive('one', b.run);
  a.fail();
  b.end();
  await expect(first).rejects.toThrow('a');
  expect(await second).toBe('b');
});
