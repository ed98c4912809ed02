import { expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { aMatch, at, ME, START, YOU } from '#tests/support/a-match.ts';
import { missedMatch } from './player-view.ts';

const HOUR = 60 * 60_000;
const round = {
  round: 1,
  player1Card: null,
  player1Choice: null,
  player2Card: 'Transcendence',
  player2Choice: 'rock',
  roundWinner: YOU,
  closedAt: at(0),
} as Match['rounds'][number];
const missed = aMatch({
  status: 'completed',
  endReason: 'claimed',
  winner: YOU,
  endedAt: at(0),
  rounds: [round],
});
const found = (match: Match, wallet = ME, now = START) => missedMatch([match], wallet, now);

it('a match is spoken of as missed by whoever put no card down in it, for an hour', {
  tags: 'battle-38',
}, () => {
  expect(found(missed)).toBe(missed);
  expect(found(missed, ME, START + HOUR)).toBe(missed);
  expect(found(missed, ME, START + HOUR + 1)).toBeNull();
  expect(found(missed, YOU), 'who played').toBeNull();
  const second = { ...round, round: 2, player1Card: 'Transcendence', player1Choice: 'rock' };
  expect(found({ ...missed, rounds: [round, second] } as Match), 'one card is enough').toBeNull();
});

it('a match that is still on, that somebody left, or that is not the last one is not missed', () => {
  expect(found({ ...missed, status: 'in_progress' } as Match)).toBeNull();
  expect(found({ ...missed, endReason: 'left' } as Match)).toBeNull();
  expect(
    missedMatch([{ ...missed, status: 'in_progress' } as Match, missed], ME, START),
  ).toBeNull();
  expect(missedMatch(undefined, ME, START)).toBeNull();
});
