import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createJobRunner } from './background-job.ts';

const job = (run: () => Promise<void>) => ({ name: 'a test', everyMs: 1, run });

it('goes on after a round that failed, one round at a time, until it is stopped', async () => {
  let rounds = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const fails = job(async () => {
    rounds += 1;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await sleep(5);
    atOnce -= 1;
    if (rounds === 1) throw new Error('the first fails');
  });
  const runner = createJobRunner([fails], pino({ level: 'silent' }));
  runner.start();
  while (rounds < 3) await sleep(1);
  await runner.stop();
  const stoppedAfter = rounds;
  expect(atOnce).toBe(0);
  await sleep(20);
  expect(rounds).toBe(stoppedAfter);
  expect(mostAtOnce).toBe(1);
});

it('tells the log why it failed, the same words once a minute, also when others come in between', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  let rounds = 0;
  const fails = job(async () => {
    rounds += 1;
    throw new Error(rounds % 2 === 1 ? 'away' : 'back, and wrong');
  });
  const runner = createJobRunner([fails], log);
  runner.start();
  const told = () =>
    lines.map((line) => JSON.parse(line)).map(({ job, err }) => [job, err.message]);
  const both = [
    ['a test', 'away'],
    ['a test', 'back, and wrong'],
  ];
  while (rounds < 6) await sleep(1);
  expect(told()).toEqual(both);
  const now = performance.now.bind(performance);
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  while (rounds < 12) await sleep(1);
  await runner.stop();
  expect(told().slice(2).toSorted()).toEqual(both);
});
