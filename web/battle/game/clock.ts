/** The server's time, independent of the machine's clock (B4). */
import { useEffect, useEffectEvent, useReducer } from 'react';
import type { Match } from '#contract/battle.ts';
import { PICK_SECONDS } from '#rules/battle/match.ts';

interface ServerClock {
  /** Called with the server time of an answer. */
  heard(serverNow: string): void;
  /** Server time in ms since 1970. */
  now(): number;
}

/**
 * An answer is always a little old, so the largest difference seen is the right one. It is taken against a steady clock, so it never has to shrink; after the machine
 * slept, the next answer raises it.
 * @param own steady clock, in ms
 */
export function createServerClock(own: () => number = () => performance.now()): ServerClock {
  let difference = Number.NEGATIVE_INFINITY;
  return {
    heard(serverNow) {
      const heard = Date.parse(serverNow) - own();
      if (heard > difference) difference = heard;
    },
    now: () => (difference === Number.NEGATIVE_INFINITY ? Date.now() : own() + difference),
  };
}

/** The one of this page. */
export const serverClock: ServerClock = createServerClock();

export interface TimeLeft {
  /**
   * `reading`: the pick timer has not started. `grace`: it ended, but a card is still accepted.
   * `closed`: the server is about to close the round.
   */
  readonly phase: 'reading' | 'pick' | 'grace' | 'closed';
  /** Whole seconds of this phase. */
  readonly seconds: number;
  /** Whole seconds until the round closes: what an opponent has left. */
  readonly untilClosed: number;
}

/** Null while no round is open. */
export function timeLeft(match: Match, now: number): TimeLeft | null {
  const { pickEndsAt, roundClosesAt } = match;
  if (pickEndsAt === null || roundClosesAt === null) return null;
  const toPick = Date.parse(pickEndsAt) - now;
  const toClose = Date.parse(roundClosesAt) - now;
  const untilClosed = whole(toClose);
  if (toPick > PICK_SECONDS * 1000) {
    return { phase: 'reading', seconds: whole(toPick - PICK_SECONDS * 1000), untilClosed };
  }
  if (toPick > 0) return { phase: 'pick', seconds: whole(toPick), untilClosed };
  return { phase: toClose > 0 ? 'grace' : 'closed', seconds: untilClosed, untilClosed };
}

/** Interval of the checks, in ms; short, so that no second seems to last two. */
const LOOK_EVERY = 200;

/**
 * The time of the open round, rendered when a figure changes; null while no round is open.
 * @param onTick called at every check, also when nothing is rendered
 */
export function useTimeLeft(
  match: Match | null,
  onTick: (time: TimeLeft | null) => void = () => {},
): TimeLeft | null {
  const [, redraw] = useReducer((_: string, shown: string) => shown, '');
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (match === null || match.status === 'completed') return;
    const look = () => {
      const time = timeLeft(match, serverClock.now());
      redraw(time === null ? '' : `${time.phase} ${time.seconds} ${time.untilClosed}`);
      tick(time);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [match]);
  return match === null ? null : timeLeft(match, serverClock.now());
}

/** Whole seconds until a server time, at least 0; null without one. */
export function useSecondsUntil(instant: string | null): number | null {
  const [, redraw] = useReducer((_: number, shown: number) => shown, 0);
  useEffect(() => {
    if (instant === null) return;
    const timer = setInterval(
      () => redraw(whole(Date.parse(instant) - serverClock.now())),
      LOOK_EVERY,
    );
    return () => clearInterval(timer);
  }, [instant]);
  return instant === null ? null : whole(Date.parse(instant) - serverClock.now());
}

function whole(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}
