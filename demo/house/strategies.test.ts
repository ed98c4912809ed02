import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { beats, MOVES, type Move, moveOf } from '#rules/battle/deck.ts';
import { copying, countering, evenly, fondOf, moody } from './strategies.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** A match in which these were the moves of the rounds so far, first player first. */
function matchAfter(...moves: [Move, Move | null][]): Match {
  const rounds = moves.map(([player1Choice, player2Choice]) => ({ player1Choice, player2Choice }));
  return { player1Wallet: 'one', player2Wallet: 'two', rounds } as unknown as Match;
}

const anyMatch = fc
  .array(fc.tuple(fc.constantFrom(...MOVES), fc.constantFrom(...MOVES, null)), { maxLength: 2 })
  .map((moves) => matchAfter(...moves));

it.each([evenly, fondOf('paper'), copying, countering, moody])(
  'always names a card of the deck',
  (strategy) => {
    fc.assert(
      fc.property(anyMatch, fc.constantFrom('one', 'two'), random, (match, wallet, number) => {
        expect(MOVES).toContain(moveOf(strategy(match, wallet, () => number)));
      }),
    );
  },
);

it('copies and counters what the opponent played last, from either side', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MOVES), fc.constantFrom(...MOVES), random, (a, b, number) => {
      const match = matchAfter(['rock', 'rock'], [a, b]);
      expect(moveOf(copying(match, 'one', () => number))).toBe(b);
      expect(moveOf(copying(match, 'two', () => number))).toBe(a);
      expect(beats(moveOf(countering(match, 'one', () => number)), b)).toBe(true);
      expect(beats(moveOf(countering(match, 'two', () => number)), a)).toBe(true);
    }),
  );
});

it('plays the move it is fond of three times out of four and more', () => {
  const thousand = Array.from({ length: 1_000 }, (_, index) => index / 1_000);
  const played = thousand.filter(
    (number) => moveOf(fondOf('scissors')(matchAfter(), 'one', () => number)) === 'scissors',
  );
  expect(played.length).toBeGreaterThanOrEqual(750);
});
