import { afterEach, expect, it } from 'vitest';
import type { WhitelistRound } from '#contract/whitelist-rounds.ts';
import { clockCorrection, heardDate } from '#web/ui/clock.ts';
import { nextLook } from './round-queries.ts';

const MINUTE = 60_000;

afterEach(() => clockCorrection.set(0));

const createRound = (round: Partial<WhitelistRound>): WhitelistRound => ({
  id: 1,
  state: 'open',
  opensAt: null,
  closesAt: null,
  freeze: null,
  published: null,
  ...round,
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

it.each([
  ['open without an end', createRound({})],
  ['open until next year', createRound({ closesAt: inMs(365 * 24 * 60 * MINUTE) })],
  ['frozen', createRound({ state: 'frozen' })],
])(
  'an open page hears within a minute that the admin changed a round that is %s',
  {
    tags: 'W7',
  },
  (_what, round) => {
    expect(nextLook(round)).toBe(MINUTE);
  },
);

it('a page looks at a round when its time comes, and often while it freezes', {
  tags: 'W7',
}, () => {
  const soon = nextLook(createRound({ state: 'upcoming', opensAt: inMs(MINUTE) }));
  expect(soon).toBeLessThanOrEqual(MINUTE);
  expect(soon).toBeGreaterThan(MINUTE / 2);
  expect(nextLook(createRound({ closesAt: inMs(-MINUTE) }))).toBeGreaterThan(0);
  expect(nextLook(createRound({ state: 'freezing' }))).toBeLessThan(MINUTE / 2);
});

it("goes by the server's clock where the device's is off", () => {
  heardDate(new Date(Date.now() - 60 * MINUTE).toUTCString());
  expect(nextLook(createRound({ closesAt: inMs(-10 * MINUTE) }))).toBe(MINUTE);
  heardDate(new Date(Date.now() + 60 * MINUTE).toUTCString());
  expect(nextLook(createRound({ closesAt: inMs(60 * MINUTE) }))).toBeLessThan(MINUTE);
});
