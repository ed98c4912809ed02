import { expect, it } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

it('Calls for a key share the next read of it, never one that has begun, and wait for no other key', async () => {
  const begun: string[] = [];
  const ends: ((fault?: Error) => void)[] = [];
  const read = createSharedReads(async (key: string) => {
    const answer = `${key} ${begun.push(key)}`;
    await new Promise<void>((resolve, reject) =>
      ends.push((fault) => (fault === undefined ? resolve() : reject(fault))),
    );
    return answer;
  });
  const first = [read('a'), read('a')];
  await expect.poll(() => begun).toEqual(['a']);
  const second = [read('a'), read('a')];
  const other = read('b');
  await expect.poll(() => begun).toEqual(['a', 'b']);
  ends[1]!();
  expect(await other).toBe('b 2');
  ends[0]!(new Error('away'));
  for (const one of first) await expect(one).rejects.toThrow('away');
  await expect.poll(() => begun).toEqual(['a', 'b', 'a']);
  ends[2]!();
  expect(await Promise.all(second)).toEqual(['a 3', 'a 3']);
});
