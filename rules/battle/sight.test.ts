import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyCard,
  anySeat,
  anySteps,
  newMatch,
  OUTSIDER,
  PLAYER_1,
  PLAYER_2,
  START,
  statesOf,
  walletOf,
} from '#tests/support/scripted-match.ts';
import { type Match, play, resign, type Seat } from './match.ts';
import { cardsSeenBy, seenByAll } from './sight.ts';

/** The same match, had the player in this seat put down another card. */
function withPick(match: Match, seat: Seat, cardName: string): Match {
  const open = match.open!;
  return { ...match, open: { ...open, picks: { ...open.picks, [seat]: cardName } } };
}

function othersThan(seat: Seat) {
  return [seat === 'player1' ? PLAYER_2 : PLAYER_1, OUTSIDER, null];
}

describe('the open round', () => {
  it('what everybody else sees is the same whatever card was put down, field by field and byte by byte', {
    tags: 'B2',
  }, () => {
    let looked = 0;
    fc.assert(
      fc.property(anySteps, anySeat, anyCard, (steps, seat, other) => {
        for (const { match } of statesOf(steps)) {
          if (match.open === null || match.open.picks[seat] === null) continue;
          const changed = withPick(match, seat, other);
          const seen = seenByAll(match);
          expect(seen.hasPlayed[seat]).toBe(true);
          expect(seenByAll(changed)).toEqual(seen);
          expect(JSON.stringify(seenByAll(changed))).toBe(JSON.stringify(seen));
          for (const viewer of othersThan(seat)) {
            expect(cardsSeenBy(changed, viewer)).toEqual(cardsSeenBy(match, viewer));
            expect(cardsSeenBy(changed, viewer)[seat]).toBeNull();
            looked += 1;
          }
          expect(cardsSeenBy(changed, walletOf(seat))[seat]).toBe(other);
        }
      }),
    );
    expect(looked).toBeGreaterThan(100);
  });

  it('after the match only the cards of a last round that was finished are shown', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { match } = statesOf(steps).at(-1)!;
        const isDecided = match.end?.reason === 'decided';
        const shown = isDecided ? match.rounds.at(-1)?.picks : { player1: null, player2: null };
        expect(cardsSeenBy(match, PLAYER_1)).toEqual(shown);
        expect(seenByAll(match).currentRound).toBe(match.rounds.length + (isDecided ? 0 : 1));
      }),
    );
  });
});

describe('a finished round', () => {
  it('is open to everybody', { tags: 'B6' }, () => {
    const one = play(newMatch(), PLAYER_1, { cardName: 'Transcendence' }, START);
    const two = play(one, PLAYER_2, { cardName: 'Drops of Conviction' }, START);
    expect(cardsSeenBy(two, PLAYER_1)).toEqual({ player1: null, player2: null });
    expect(seenByAll(one).hasPlayed).toEqual({ player1: true, player2: false });
    expect(seenByAll(two)).toMatchObject({
      currentRound: 2,
      hasPlayed: { player1: false, player2: false },
      rounds: [
        {
          number: 1,
          winner: 'player2',
          picks: { player1: 'Transcendence', player2: 'Drops of Conviction' },
        },
      ],
    });
    // The round in which somebody left is the last one that is named.
    expect(seenByAll(resign(two, PLAYER_1, START)).currentRound).toBe(2);
  });
});
