import { expect, it } from 'vitest';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { createFreshness } from './freshness.ts';

/** Two beats a second for so long; the number of the last one. */
async function beatFor(seconds: number, from: number, { clock, freshness }: Server) {
  for (let beat = from; beat < from + seconds * 2; beat += 1) {
    freshness.onHeartbeat(beat, clock.now().getTime());
    await clock.advance(500);
  }
  return from + seconds * 2;
}

type Server = ReturnType<typeof start>;
function start(hearing = { isUp: true }) {
  const clock = new ManualClock();
  return { clock, freshness: createFreshness(clock, () => hearing.isUp) };
}

it('what was read is shown for a second while nobody knows who else is there', async () => {
  const { clock, freshness } = start();
  const readAt = clock.now().getTime();
  await clock.advance(999);
  expect(freshness.isFresh(readAt)).toBe(true);
  await clock.advance(1);
  expect(freshness.isFresh(readAt)).toBe(false);
});

it('not at all where there may be others who cannot be heard', async () => {
  const hearing = { isUp: false };
  const server = start(hearing);
  const { clock, freshness } = server;
  expect(freshness.isFresh(clock.now().getTime())).toBe(false);
  await beatFor(11, 1, server);
  const readAt = clock.now().getTime() - 1;
  expect(freshness.isFresh(readAt)).toBe(true); // there are none
  freshness.onHeartbeat(100, clock.now().getTime());
  expect(freshness.isFresh(readAt)).toBe(false);
  hearing.isUp = true;
  expect(freshness.isFresh(readAt)).toBe(true);
});

it('for ten by a server that has been alone for five seconds when it was read', async () => {
  const server = start();
  const { clock, freshness } = server;
  const tooEarly = clock.now().getTime() + 4_999;
  let next = await beatFor(5, 7, server);
  const readAt = clock.now().getTime();
  next = await beatFor(2, next, server);
  expect([tooEarly, readAt].map(freshness.isFresh)).toEqual([false, true]);
  next = await beatFor(7.5, next, server);
  expect(freshness.isFresh(readAt)).toBe(true);
  await beatFor(0.5, next, server);
  expect(freshness.isFresh(readAt)).toBe(false);
});

it('for a second again as soon as another server counts, and when our own signs stop', async () => {
  const server = start();
  const { clock, freshness } = server;
  const next = await beatFor(6, 1, server);
  const readAt = clock.now().getTime();
  await beatFor(2, next, server);
  expect(freshness.isFresh(readAt)).toBe(true);
  await clock.advance(501);
  expect(freshness.isFresh(readAt)).toBe(false);
  freshness.onHeartbeat(next + 4, clock.now().getTime());
  expect(freshness.isFresh(readAt)).toBe(true);
  freshness.onHeartbeat(next + 6, clock.now().getTime()); // one in between was somebody else's
  expect(freshness.isFresh(readAt)).toBe(false);
});

it('not at all once it is invalidated', async () => {
  const { clock, freshness } = start();
  const before = clock.now().getTime();
  freshness.invalidate();
  await clock.advance(1);
  expect([before, clock.now().getTime()].map(freshness.isFresh)).toEqual([false, true]);
});

it('not when it was read before the clock was set back', async () => {
  const { clock, freshness } = start();
  const readAt = clock.now().getTime();
  await clock.advance(-3_600_000);
  expect(freshness.isFresh(readAt)).toBe(false);
});
