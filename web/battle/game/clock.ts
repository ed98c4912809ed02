/** The server's time on this page, whatever the machine's own clock says (B4). */
import { useEffect, useEffectEvent, useReducer } from 'react';
import type { Match } from '#contract/battle.ts';
import { PICK_SECONDS } from '#rules/battle/match.ts';

export interface ServerClock {
  /** An answer said that it was this time on the server. */
  heard(serverNow: string): void;
  /** Ms since 1970, the server's. */
  now(): number;
}

/**
 * An answer is always a little old, and a revalidated one (304) may be a minute old: so the largest
 * difference seen is the right one. It is taken against a clock that cannot be set, hence it never
 * has to shrink; after the machine slept, the next answer lifts it.
 * @param own ms on a steady clock
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
   * `reading`: the pick timer has not begun. `grace`: it is over, and a card is still taken.
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

/** How often the clock is looked at, in ms: a second must not seem to last two. */
const LOOK_EVERY = 200;

/**
 * The time of the open round, redrawn when a figure changes; null while there is none.
 * @param onTick told at every look, also when nothing is redrawn
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

/** Whole seconds until an instant of the server, at least 0; null without one. */
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
