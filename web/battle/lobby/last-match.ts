/** What 'Check Match Status' says of somebody who is in no match. */
import type { Match } from '#contract/battle.ts';
import { nameOf, playerView } from '#web/battle/game/player-view.ts';
import { texts } from './texts.ts';

/** @param matches the newest first, all of them over */
export function lastMatchWords(matches: readonly Match[], wallet: string): string {
  const [last] = matches;
  if (last === undefined) return texts.noMatch;
  const { opponent, outcome, scores } = playerView(last, wallet);
  const isCounted = last.endReason !== 'nobody-played';
  const result = !isCounted ? 'not counted' : outcome === 'tie' ? 'tied' : (outcome ?? 'tied');
  return texts.lastMatch(nameOf(opponent), result, `${scores.yours} : ${scores.theirs}`);
}
