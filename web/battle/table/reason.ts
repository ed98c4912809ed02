import type { Outcome, Throw } from './table-cards.ts';
import { texts } from './texts.ts';

/** Why a round went as it did, in one sentence. */
export function reasonOf(outcome: Outcome, yours: Throw | null, theirs: Throw | null): string {
  const words = texts.reason;
  if (yours === null) return words.youMissed;
  if (theirs === null) return words.theyMissed;
  if (outcome === 'tie') return words.same(yours.choice);
  return outcome === 'won'
    ? words.beats(yours.choice, theirs.choice)
    : words.beats(theirs.choice, yours.choice);
}

export type EndReason = 'decided' | 'left' | 'nobody-played';

/** What the end of a match means for you, in one sentence. */
export function endLine(outcome: Outcome, endReason: EndReason): string {
  const { line } = texts.match;
  if (endReason === 'nobody-played') return line.nobody;
  if (endReason === 'left' && outcome !== 'tie')
    return outcome === 'won' ? line.wonLeft : line.lostLeft;
  return line[outcome];
}
