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
import { seenBy } from './sight.ts';

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
          for (const viewer of othersThan(seat)) {
            const seen = seenBy(match, viewer);
            expect(seenBy(changed, viewer)).toEqual(seen);
            expect(JSON.stringify(seenBy(changed, viewer))).toBe(JSON.stringify(seen));
            looked += 1;
          }
          expect(seenBy(changed, walletOf(seat)).cards[seat]).toBe(other);
        }
      }),
    );
    expect(looked).toBeGreaterThan(100);
  });

  it('no card of an unfinished round is shown after the match', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { match } = statesOf(steps).at(-1)!;
        if (match.end?.reason === 'decided') return;
        expect(seenBy(match, PLAYER_1).cards).toEqual({ player1: null, player2: null });
      }),
    );
  });

  it('every viewer gets the same shape', () => {
    const shapeOf = (value: unknown): unknown =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)])
        : '';
    fc.assert(
      fc.property(anySteps, (steps) => {
        for (const { match } of statesOf(steps)) {
          const shapes = [PLAYER_1, PLAYER_2, OUTSIDER, null].map((viewer) =>
            JSON.stringify(shapeOf(seenBy(match, viewer))),
          );
          expect(new Set(shapes).size).toBe(1);
        }
      }),
    );
  });
});

describe('a finished round', () => {
  it('is open to everybody', { tags: 'B6' }, () => {
    const one = play(newMatch(), PLAYER_1, { cardName: 'Transcendence' }, START);
    const two = play(one, PLAYER_2, { cardName: 'Drops of Conviction' }, START);
    expect(seenBy(two, null)).toMatchObject({
      currentRound: 2,
      hasPlayed: { player1: false, player2: false },
      cards: { player1: null, player2: null },
      rounds: [
        {
          number: 1,
          winner: 'player2',
          picks: { player1: 'Transcendence', player2: 'Drops of Conviction' },
        },
      ],
    });
    // The round in which somebody left is the last one that is named.
    expect(seenBy(resign(two, PLAYER_1, START), null).currentRound).toBe(2);
  });
});
