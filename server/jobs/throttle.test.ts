import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { throttle } from './throttle.ts';

it('is done at once, once more for all that was asked in the pause, and then not again', async () => {
  let done = 0;
  const ask = throttle(
    10,
    () => {
      done += 1;
    },
    () => {},
  );
  for (let time = 0; time < 100; time += 1) ask();
  expect(done).toBe(1);
  await expect.poll(() => done).toBe(2);
  await sleep(50);
  expect(done).toBe(2);
  ask();
  expect(done).toBe(3);
});

it('goes on after work that fails, and may be asked for again by its fault', async () => {
  let left = 3;
  let done = 0;
  const ask: () => void = throttle(
    1,
    async () => {
      left -= 1;
      if (left > 0) throw new Error('not yet');
      done += 1;
    },
    () => ask(),
  );
  ask();
  await expect.poll(() => done).toBe(1);
  await sleep(20);
  expect([left, done]).toEqual([0, 1]);
});

it('pauses for as long as it is told when it begins', async () => {
  let pause = 1;
  let done = 0;
  const ask = throttle(
    () => pause,
    () => {
      done += 1;
    },
    () => {},
  );
  ask();
  ask();
  pause = 60_000;
  await expect.poll(() => done).toBe(2);
  ask();
  await sleep(20);
  expect(done).toBe(2);
});
