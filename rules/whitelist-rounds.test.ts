import { describe, expect, it } from 'vitest';
import { requireOpen, roundState, type WhitelistRound } from './whitelist-rounds.ts';

const at = (time: string) => new Date(`2026-12-01T${time}Z`);
const [NINE, NOON, SIX] = [at('09:00:00.000'), at('12:00:00.000'), at('18:00:00.000')];
const round = (more: Partial<WhitelistRound>): WhitelistRound => ({
  opensAt: null,
  closesAt: null,
  stage: 'collecting',
  ...more,
});

describe('a round', () => {
  it.each([
    ['upcoming', { opensAt: SIX }],
    ['open', { opensAt: NOON, closesAt: SIX }],
    ['closed', { opensAt: NINE, closesAt: NOON }],
    ['closed', { closesAt: NOON }],
    ['freezing', { stage: 'freezing', closesAt: NINE }],
    ['frozen', { stage: 'frozen', opensAt: SIX }],
  ] as const)('is %s at noon with %j', { tags: 'W7' }, (state, more) => {
    expect(roundState(round(more), NOON)).toBe(state);
  });

  it.each([
    ['round-upcoming', { opensAt: SIX }, '2026-12-01 18:00 UTC'],
    ['round-closed', { closesAt: NINE }, '2026-12-01 09:00 UTC'],
    ['round-freezing', { stage: 'freezing', closesAt: NINE }, '2026-12-01 09:00 UTC'],
    ['round-frozen', { stage: 'frozen' }, undefined],
  ] as const)('refuses with %s', { tags: 'W7' }, (reason, more, when) => {
    expect(() => requireOpen(round(more), NOON)).toThrow(
      expect.objectContaining({ reason, facts: when === undefined ? {} : { when } }),
    );
  });
});
