import { spawn } from 'node:child_process';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startWithRestarts } from './restarts.ts';

const log = pino({ level: 'silent' });
/** A program that ends at once, or that stays. */
const program = (stays: boolean) => spawn('sleep', [stays ? '600' : '0']);

/** One that dies so often, then stays. */
async function keepDying(deaths: number, lacksRoom: (starts: number) => boolean) {
  let starts = 0;
  const ended = Promise.withResolvers<string>();
  const kept = await startWithRestarts({
    async start() {
      starts += 1;
      if (starts > deaths) ended.resolve('runs');
      return program(starts > deaths);
    },
    lacksRoom: () => lacksRoom(starts),
    log,
    pauseWithoutRoomMs: 1,
    onLost: () => ended.resolve('given up'),
  });
  const end = await ended.promise;
  await kept.stop();
  return end;
}

it('a PostgreSQL that keeps dying is given up', async () => {
  expect(await keepDying(8, () => false)).toBe('given up');
});

it('one that keeps dying for want of room is not: it runs again once there is some', async () => {
  expect(await keepDying(20, (starts) => starts < 20)).toBe('runs');
});
