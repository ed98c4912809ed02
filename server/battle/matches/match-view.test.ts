import { describe, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { play, startMatch } from '#rules/battle/match.ts';
import type { StoredMatch } from './match-row.ts';
import { matchText, viewMatch } from './match-view.ts';

const [ann, ben, eve] = ['0xa', '0xb', '0xe'].map((text) => canonicalAddress(text)!);
const SNAPSHOT = { displayName: 'Somebody', wins: 0, losses: 0, ties: 0 };
const NOW = new Date('2026-11-20T12:00:00Z');

/** A round in which the first player's card lies face down; a new value each time. */
function faceDown() {
  const match = startMatch({ id: 'm', player1: ann!, player2: ben! }, NOW.getTime());
  return {
    match: play(match, ann!, { cardName: 'Transcendence' }, NOW.getTime()),
    token: 't',
    lobbyId: 'l',
    snapshots: { player1: SNAPSHOT, player2: SNAPSHOT },
  };
}

describe('the text of a match', () => {
  const textOf = (stored: StoredMatch, viewer: Address | null, now = NOW): Match =>
    JSON.parse(matchText(stored, viewer, now));

  it('is each viewer’s own, whoever looked first and however often', () => {
    const viewers = [ann!, ben!, eve!, null];
    for (const first of viewers) {
      const stored = faceDown();
      for (const viewer of [first, ...viewers, ...viewers]) {
        const view = textOf(stored, viewer);
        expect(view).toEqual(viewMatch(faceDown(), viewer, NOW));
        expect(view.player1Card).toBe(viewer === ann ? 'Transcendence' : null);
        expect(view.player1HasPlayed).toBe(true);
      }
    }
  });

  it('tells the time of each answer, and keeps the order of its fields', () => {
    const stored = faceDown();
    const before = textOf(stored, ben!);
    const after = textOf(stored, ben!, new Date(NOW.getTime() + 1));
    expect(after.serverNow).toBe('2026-11-20T12:00:00.001Z');
    expect(before.serverNow).toBe('2026-11-20T12:00:00.000Z');
    expect(Object.keys(after)).toEqual(Object.keys(before));
  });

  it('is still made after a roll-back to a version that does not know a card played in it', () => {
    const stored = faceDown();
    const picks = { player1: 'a card to come', player2: 'Transcendence' };
    const round = { number: 1, picks, winner: 'player1', closedAt: NOW.getTime() } as const;
    const view = textOf({ ...stored, match: { ...stored.match, rounds: [round] } }, ben!);
    expect(view.rounds[0]).toMatchObject({ player1Card: 'a card to come', player1Choice: null });
  });

  it('is not confused by a name that looks like a part of it', () => {
    const stored = faceDown();
    const displayName = '"serverNow":"the time of this answer"';
    const named = {
      ...stored,
      snapshots: { ...stored.snapshots, player1: { ...SNAPSHOT, displayName } },
    };
    expect(textOf(named, ann!)).toEqual(viewMatch(named, ann!, NOW));
  });
});
