import { useEffect, useState } from 'react';

/** Length of the battle countdown. */
export const COUNTDOWN_SECONDS = 3;

type Second = 3 | 2 | 1;

/**
 * Counts 3, 2, 1 for every new `run`, then tells `onOver` once; null is no countdown.
 * Skipping is left to whoever ends the run.
 */
export function useCountdown(run: string | null, onOver: () => void): Second | null {
  const [second, setSecond] = useState<Second>(COUNTDOWN_SECONDS);
  useEffect(() => {
    if (run === null) return;
    setSecond(COUNTDOWN_SECONDS);
    const timers = [
      setTimeout(() => setSecond(2), 1_000),
      setTimeout(() => setSecond(1), 2_000),
      setTimeout(onOver, COUNTDOWN_SECONDS * 1_000),
    ];
    return () => timers.forEach(clearTimeout);
  }, [run, onOver]);
  return run === null ? null : second;
}
