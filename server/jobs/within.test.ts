import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { within } from './within.ts';

it('gives the result of work that is in time', async () => {
  expect(await within(10_000, Promise.resolve(7), 'late')).toBe(7);
});

it('throws what the work throws', async () => {
  const failing = Promise.reject(new Error('broken'));
  await expect(within(10_000, failing, 'late')).rejects.toThrow('broken');
});

it('throws when the work is late, and does not mind that it fails afterwards', async () => {
  const failing = sleep(20).then(() => Promise.reject(new Error('broken')));
  await expect(within(1, failing, 'late')).rejects.toThrow('late');
  await sleep(40);
});
