/** What lies on the table. While a round is being revealed it is still that round, with the score before it. */
import type { Match } from '#contract/battle.ts';
import type { TimerPhase } from '#web/battle/table/PickTimer.tsx';
import type { TimeLeft } from './clock.ts';
import { type Game, revealedRound } from './game.ts';
import { type PlayerView, playerView } from './player-view.ts';
import { texts } from './texts.ts';

export interface TableView {
  readonly round: number;
  readonly scores: PlayerView['scores'];
  /** Name of the card in your place: the picked one, or the one that is down. */
  readonly card: string | null;
  readonly isDown: boolean;
  readonly isOpponentDown: boolean;
  /** The hand rests: nothing can be picked now. */
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

/** Whose time runs, and how much of it: once one's own card is on its way, the opponent's. */
export function shownClock(
  game: Game,
  match: Match,
  time: TimeLeft | null,
): { phase: TimerPhase; seconds: number } {
  if (game.reveal !== null || time === null) return { phase: 'reading', seconds: 0 };
  if (game.isSending || playerView(match, game.wallet).hasPlayed) {
    return { phase: 'theirs', seconds: time.untilClosed };
  }
  return { phase: time.phase === 'closed' ? 'grace' : time.phase, seconds: time.seconds };
}

/** The one sentence that says what is to be done, or waited for, now. */
export function tableLine(game: Game, match: Match, time: TimeLeft | null): string {
  const words = texts.playing;
  const revealed = revealedRound({ ...game, match });
  if (revealed !== null) {
    const wereBothDown = revealed.yours !== null && revealed.theirs !== null;
    return wereBothDown ? words.bothDown : words.over;
  }
  const { hasPlayed, hasOpponentPlayed } = playerView(match, game.wallet);
  if (hasPlayed && hasOpponentPlayed) return words.bothDown;
  if (time === null) return words.over;
  if (hasPlayed) return words.opponentHas(time.untilClosed);
  if (time.phase === 'closed') return words.closing;
  if (game.isSending) return words.sending;
  if (time.phase === 'grace') return words.grace(time.seconds);
  if (match.isReplay) return words.replay;
  if (hasOpponentPlayed) return words.opponentFirst;
  if (game.pick !== null) return words.picked;
  return time.phase === 'reading' ? words.reading : words.pick;
}

/** What the player should know of the round that is already running while they read a result. */
export function nextRoundLine(game: Game, match: Match, time: TimeLeft | null): string | null {
  if (match.status === 'completed' || time === null) return null;
  const words = texts.result;
  if (playerView(match, game.wallet).hasPlayed) return words.nextPlayed(time.untilClosed);
  const { currentRound } = match;
  if (time.phase === 'reading') return words.nextSoon(currentRound, time.seconds);
  if (time.phase === 'pick') return words.nextOpen(currentRound, time.seconds);
  return words.nextClosing(currentRound, time.untilClosed);
}

/** What cannot be read just now, and that it is tried again; null while all is well. */
export function faultWords(fault: string | null): string | null {
  return fault === null ? null : `${fault}. ${texts.faults.again}`;
}
