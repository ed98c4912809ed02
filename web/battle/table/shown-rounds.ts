/** A finished round from the view of one player: the cards, who won, and why. */
import type { Match } from '#contract/battle.ts';
import type { Move } from '#rules/battle/deck.ts';
import { texts } from './texts.ts';

export type Outcome = 'won' | 'lost' | 'tie';

export type Side = 'you' | 'opponent';

export interface PlayedCard {
  readonly card: string;
  readonly choice: Move;
}

/** A null card was not played in time. */
export interface SeenRound {
  readonly round: number;
  readonly outcome: Outcome;
  readonly yours: PlayedCard | null;
  readonly theirs: PlayedCard | null;
}

export interface Scores {
  readonly yours: number;
  readonly theirs: number;
}

/** Whether the card of a side won or lost, by the own outcome. */
export function fateOf(side: Side, outcome: Outcome): 'winner' | 'loser' | 'even' {
  if (outcome === 'tie') return 'even';
  return (outcome === 'won') === (side === 'you') ? 'winner' : 'loser';
}

export function outcomeReason({ outcome, yours, theirs }: Omit<SeenRound, 'round'>): string {
  const words = texts.reason;
  if (yours === null) return words.youMissed;
  if (theirs === null) return words.theyMissed;
  if (outcome === 'tie') return words.same(yours.choice);
  return outcome === 'won'
    ? words.beats(yours.choice, theirs.choice)
    : words.beats(theirs.choice, yours.choice);
}

export type EndReason = NonNullable<Match['endReason']>;

/** The key of the words for the end of a match. */
export function endingOf(outcome: Outcome, endReason: EndReason) {
  if (endReason === 'nobody-played') return 'nobody';
  if (endReason === 'decided' || outcome === 'tie') return outcome;
  return `${outcome}${({ left: 'Left', claimed: 'Claimed' } as const)[endReason]}` as const;
}

interface Hero {
  readonly side: Side;
  readonly played: PlayedCard;
}

/**
 * The cards in the light at the end of a match: the one with which the winner won last; of a tie both
 * of the last round. None where no card was played for it.
 */
export function heroesOf(outcome: Outcome, rounds: readonly SeenRound[]): Hero[] {
  const last =
    outcome === 'tie' ? rounds.at(-1) : rounds.findLast((round) => round.outcome === outcome);
  const both = [
    { side: 'you', played: last?.yours },
    { side: 'opponent', played: last?.theirs },
  ] as const;
  return both.flatMap(({ side, played }) =>
    played && fateOf(side, outcome) !== 'loser' ? [{ side, played }] : [],
  );
}
