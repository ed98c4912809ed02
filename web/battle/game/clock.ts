/** The server's time, independent of the machine's clock (B4). */
import { useEffect, useEffectEvent, useReducer } from 'react';
import type { Match } from '#contract/battle.ts';
import { PICK_SECONDS } from '#rules/battle/match.ts';
import { serverTime } from '#web/ui/clock.ts';

interface ServerClock {
  /**
   * Called with the server time of an answer.
   * @param askedAt when it was asked for, on the own clock; undefined for a push
   */
  heard(serverNow: string, askedAt?: number): void;
  /** Server time in ms since 1970. */
  now(): number;
}

/** The clocks of two servers differ by less, in ms. */
const SET_BACK = 5_000;

/** Two clocks that nobody sets drift apart, by some seconds a day: at most so many ms in one. */
const DRIFT = 1e-4;
/** How often that is reckoned with, in ms. */
const WIDEN_EVERY = 60_000;

/**
 * The server writes an answer at some time between our question and its arrival. So each answer gives a smallest and a
 * largest difference between the two clocks. What all answers allow is a range, wider the older they are, and its middle
 * is used. When the machine has slept, or the server's clock was set, the next answer lies outside of the range: a new
 * range begins.
 * @param own steady clock, in ms
 */
export function createServerClock(own: () => number = () => performance.now()): ServerClock {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  let widenedAt = own();
  return {
    heard(serverNow, askedAt) {
      const time = Date.parse(serverNow);
      const age = own() - widenedAt;
      if (age > WIDEN_EVERY) {
        least -= age * DRIFT;
        most += age * DRIFT;
        widenedAt = own();
      }
      const ahead = askedAt === undefined ? Number.POSITIVE_INFINITY : time - askedAt;
      if (ahead < least - SET_BACK) least = Number.NEGATIVE_INFINITY;
      least = Math.max(least, time - own());
      if (most < least) most = ahead;
      // A smaller one comes from an old answer, or from a server whose clock is behind.
      else if (ahead >= least) most = Math.min(most, ahead);
    },
    now() {
      if (least === Number.NEGATIVE_INFINITY) return serverTime();
      return own() + (most === Number.POSITIVE_INFINITY ? least : (least + most) / 2);
    },
  };
}

export const serverClock: ServerClock = createServerClock();

export interface TimeLeft {
  /**
   * `break`: the pick timer has not started. `grace`: it ended, but a card is still accepted.
   * `closed`: the server is about to close the round.
   */
  readonly phase: 'break' | 'pick' | 'grace' | 'closed';
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
    return { phase: 'break', seconds: whole(toPick - PICK_SECONDS * 1000), untilClosed };
  }
  if (toPick > 0) return { phase: 'pick', seconds: whole(toPick), untilClosed };
  return { phase: toClose > 0 ? 'grace' : 'closed', seconds: untilClosed, untilClosed };
}

/** Interval of the checks, in ms; short, so that no second seems to last two. */
const LOOK_EVERY = 200;

/**
 * The time of the open round, rendered when a figure changes; null while no round is open.
 * @param onTick called at every check, also when nothing is rendered; `of` may be older than what has arrived since
 */
export function useTimeLeft(
  match: Match | null,
  onTick: (time: TimeLeft | null, of: Match) => void = () => {},
): TimeLeft | null {
  const [, redraw] = useReducer((_: string, shown: string) => shown, '');
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (match === null || match.status === 'completed') return;
    const look = () => {
      const time = timeLeft(match, serverClock.now());
      redraw(time === null ? '' : `${time.phase} ${time.seconds} ${time.untilClosed}`);
      tick(time, match);
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
