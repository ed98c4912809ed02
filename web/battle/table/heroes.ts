/** Which cards stand in the light at the end of a match. */
import type { Outcome, Throw } from './table-cards.ts';

export interface PlayedRound {
  readonly round: number;
  readonly outcome: Outcome;
  /** `null`: missed. */
  readonly yours: Throw | null;
  readonly theirs: Throw | null;
}

export interface Hero {
  readonly side: 'you' | 'opponent';
  readonly thrown: Throw;
}

/**
 * The card that won last for whoever won the match; of a tie both cards of the last round. None where
 * no card was played for it.
 */
export function heroesOf(outcome: Outcome, rounds: readonly PlayedRound[]): Hero[] {
  const both = (round: PlayedRound | undefined): Hero[] => [
    ...(round?.yours ? [{ side: 'you' as const, thrown: round.yours }] : []),
    ...(round?.theirs ? [{ side: 'opponent' as const, thrown: round.theirs }] : []),
  ];
  if (outcome === 'tie') return both(rounds.at(-1));
  const side = outcome === 'won' ? 'you' : 'opponent';
  const last = rounds.findLast((round) => round.outcome === outcome);
  return both(last).filter((hero) => hero.side === side);
}
