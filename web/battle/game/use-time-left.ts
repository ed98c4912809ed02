import { useEffect, useReducer } from 'react';
import type { Match } from '#contract/battle.ts';
import { serverClock, type TimeLeft, timeLeft } from './clock.ts';

/** How often the clock is looked at, in ms: a second must not seem to last two. */
const LOOK_EVERY = 200;

/**
 * The time of the open round, redrawn when a figure changes; null while there is none.
 * @param onTick told at every look, also when nothing is redrawn
 */
export function useTimeLeft(
  match: Match | null,
  onTick?: (time: TimeLeft | null) => void,
): TimeLeft | null {
  const [, redraw] = useReducer((_: string, shown: string) => shown, '');
  useEffect(() => {
    if (match === null || match.status === 'completed') return;
    const look = () => {
      const time = timeLeft(match, serverClock.now());
      redraw(time === null ? '' : `${time.phase} ${time.seconds} ${time.untilClosed}`);
      onTick?.(time);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [match, onTick]);
  return match === null ? null : timeLeft(match, serverClock.now());
}

/** Whole seconds until an instant of the server, at least 0; null without one. */
export function useSecondsUntil(instant: string | null): number | null {
  const [, redraw] = useReducer((_: number, shown: number) => shown, 0);
  useEffect(() => {
    if (instant === null) return;
    const timer = setInterval(() => redraw(secondsUntil(instant)), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [instant]);
  return instant === null ? null : secondsUntil(instant);
}

function secondsUntil(instant: string): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - serverClock.now()) / 1000));
}
