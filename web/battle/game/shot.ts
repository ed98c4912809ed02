/** A card that was put down: sent until the server has answered, as long as it can count. */
import type { Match } from '#contract/battle.ts';
import { HttpError, hadNoAnswer } from '#web/api/http-error.ts';
import type { Game } from './game.ts';
import { playerView } from './player-view.ts';

export interface Shot {
  readonly matchId: string;
  /** The round the card is for, so that a repeated request never counts in the next one. */
  readonly round: number;
  /** Whether it is for the second opening of that round. */
  readonly isReplay: boolean;
  readonly cardName: string;
}

export function isInRoundOf(match: Match | null, shot: Shot): boolean {
  return (
    match?.status === 'in_progress' &&
    match.id === shot.matchId &&
    match.currentRound === shot.round &&
    match.isReplay === shot.isReplay
  );
}

/** Whether the card can still be put down. Not by the clock: an outage keeps the round open for as long as it lasts. */
export function isAwaited({ match, wallet }: Game, shot: Shot): boolean {
  return match !== null && isInRoundOf(match, shot) && !playerView(match, wallet).hasPlayed;
}

/** Whether a failure tells nothing that the table does not show: the round is over, or the card is down after all. */
export function isOldNews({ match, wallet }: Game, shot: Shot, error: unknown): boolean {
  if (match === null || !isInRoundOf(match, shot)) return true;
  return hadNoAnswer(error) && playerView(match, wallet).hasPlayed;
}

/** Between two tries, in ms. */
const PAUSE_MS = 1_000;
/** A connection that has not answered for so long, in ms, may be dead: a browser does not notice for minutes. */
const SECOND_AFTER_MS = 2_000;

/** Runs a play again while nobody has judged it: the server takes the same card once (B3). */
export async function untilAnswered<T>(
  play: () => Promise<T>,
  isStillAwaited: () => boolean,
): Promise<T> {
  for (;;) {
    try {
      return await onTwoLines(play);
    } catch (error) {
      if (!hadNoAnswer(error) && !wasTooOften(error)) throw error;
      await pause(PAUSE_MS);
      if (!isStillAwaited()) throw error;
    }
  }
}

/** Plays a second time, on another connection, when nothing was heard of the first; the first answer counts. */
async function onTwoLines<T>(play: () => Promise<T>): Promise<T> {
  const first = play();
  const isOver = first.then(
    () => true,
    () => true,
  );
  if (await Promise.race([isOver, pause(SECOND_AFTER_MS)])) return first;
  return Promise.race([first, play()]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Others of the same network can use up its limit. */
function wasTooOften(error: unknown): boolean {
  return error instanceof HttpError && error.status === 429;
}
