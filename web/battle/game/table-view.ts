/** What the table shows. While a round is being revealed: that round, with the score before it. */
import type { Match } from '#contract/battle.ts';
import { lastOfferAt } from '#rules/battle/rematch.ts';
import type { TimerPhase } from '#web/battle/table/PickTimer.tsx';
import type { TimeLeft } from './clock.ts';
import { type Game, revealedRound } from './game.ts';
import { nameParts, type PlayerView, playerView } from './player-view.ts';
import { texts } from './texts.ts';

interface TableView {
  readonly round: number;
  readonly scores: PlayerView['scores'];
  /** Name of the card in the player's place: picked or played. */
  readonly card: string | null;
  readonly isDown: boolean;
  readonly isOpponentDown: boolean;
  readonly isResting: boolean;
}

export function tableView(game: Game, match: Match): TableView {
  const { scores, card, hasPlayed, hasOpponentPlayed } = playerView(match, game.wallet);
  const revealed = revealedRound(game);
  if (revealed !== null) {
    const { outcome, yours, theirs, round } = revealed;
    return {
      round,
      scores: {
        yours: scores.yours - (outcome === 'won' ? 1 : 0),
        theirs: scores.theirs - (outcome === 'lost' ? 1 : 0),
      },
      card: yours?.card ?? null,
      isDown: yours !== null,
      isOpponentDown: theirs !== null,
      isResting: true,
    };
  }
  return {
    round: match.currentRound,
    scores,
    card: card ?? game.pick,
    isDown: hasPlayed,
    isOpponentDown: hasOpponentPlayed,
    isResting: game.isSending || hasPlayed,
  };
}

/** The clock to show: one's own, or the opponent's once the server has one's own card. */
export function shownClock(
  game: Game,
  match: Match,
  time: TimeLeft | null,
): { phase: TimerPhase; seconds: number } {
  if (game.reveal !== null || time === null) return { phase: 'break', seconds: 0 };
  if (playerView(match, game.wallet).hasPlayed) {
    return { phase: 'theirs', seconds: time.untilClosed };
  }
  return { phase: time.phase === 'closed' ? 'grace' : time.phase, seconds: time.seconds };
}

/** Whether a card can still be put down by a press: not while one is on its way, nor when the round is about to be closed. */
export function canStillShoot({ isSending }: Game, time: TimeLeft | null): boolean {
  return !isSending && time?.phase !== 'closed';
}

/**
 * One sentence: what to do, or to wait for, now.
 * @param isHeard whether the server answers; while it does not, a clock at 0 does not mean that the round is over
 */
export function tableLine(game: Game, match: Match, time: TimeLeft | null, isHeard = true): string {
  const words = texts.playing;
  const revealed = revealedRound({ ...game, match });
  if (revealed !== null) {
    const wereBothDown = revealed.yours !== null && revealed.theirs !== null;
    return wereBothDown ? words.bothDown : words.over;
  }
  const { hasPlayed, hasOpponentPlayed } = playerView(match, game.wallet);
  if (hasPlayed && hasOpponentPlayed) return words.bothDown;
  if (time === null) return words.over;
  if (time.phase === 'closed' && !isHeard) return words.unheard;
  if (hasPlayed) return words.opponentHas(time.untilClosed);
  if (time.phase === 'closed') return words.closing;
  if (game.isSending) return words.sending;
  if (time.phase === 'grace') return words.grace(time.seconds);
  if (hasOpponentPlayed) return words.opponentFirst;
  if (game.pick !== null) return words.picked;
  if (match.isReplay) return words.replay;
  return time.phase === 'break' ? words.break : words.pick;
}

/** While a result is shown: a line about the next round, which already runs. */
export function nextRoundLine(game: Game, match: Match, time: TimeLeft | null): string | null {
  if (match.status === 'completed' || time === null) return null;
  const words = texts.result;
  if (playerView(match, game.wallet).hasPlayed) return words.nextPlayed(time.untilClosed);
  const { currentRound } = match;
  if (time.phase === 'break') return words.nextSoon(currentRound, time.seconds);
  if (time.phase === 'pick') return words.nextOpen(currentRound, time.seconds);
  return words.nextClosing(currentRound, time.untilClosed);
}

/** Until when 'Play Again' can be the first to be pressed; null once it was. */
export function rematchEndsAt({ endedAt, rematch }: Match): string | null {
  if (endedAt === null || rematch.state !== 'none') return null;
  return new Date(lastOfferAt(Date.parse(endedAt))).toISOString();
}

/**
 * What the end of a match says about a rematch, and whether one can be asked for. `who` offers it: the beginning of the
 * line, apart because it can be long.
 * @param isTooLate whether `rematchEndsAt` has passed
 */
export function rematchView(
  match: Match,
  wallet: string,
  isTooLate: boolean,
): { readonly canAsk: boolean; readonly who?: string; readonly line: string | null } {
  const words = texts.result;
  switch (match.rematch.state) {
    case 'none':
      return isTooLate ? { canAsk: false, line: words.noRematch } : { canAsk: true, line: null };
    case 'offered': {
      const [who, address] = nameParts(playerView(match, wallet).opponent);
      return { canAsk: true, who, line: words.offered(address) };
    }
    case 'started':
      return { canAsk: false, line: words.hadRematch };
    case 'over':
      return { canAsk: false, line: words.noRematch };
  }
}

/** Whether the opponent missed the last round and has put no card down since. */
export function isOpponentMissing(match: Match, wallet: string): boolean {
  const { rounds, hasOpponentPlayed } = playerView(match, wallet);
  if (match.status === 'completed' || hasOpponentPlayed) return false;
  return match.isReplay || rounds.at(-1)?.theirs === null;
}

/** A sentence about a failed poll, which is retried; null without one. */
export function faultWords(fault: string | null): string | null {
  return fault === null ? null : `${fault}. ${texts.faults.again}`;
}
