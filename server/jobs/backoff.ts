/**
 * Which keys to leave alone after failures, so that they do not block others: 1 s after the first failure, doubled
 * for each further one, 5 minutes at most.
 */
import { BoundedCache } from './bounded-cache.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** About 100 bytes each; a forgotten one is only retried sooner. */
const MOST_KEYS = 10_000;

/** @param now in ms since 1970 */
export function createBackoff(now: () => number, most = MOST_KEYS) {
  const kept = new BoundedCache<string, { readonly pauseMs: number; readonly until: number }>(most);
  return {
    /** Keys to leave alone now. */
    keys(): string[] {
      const at = now();
      // Further ahead: the clock was set back since.
      const isLeft = (until: number, pauseMs: number) => until > at && until - at <= pauseMs;
      return [...kept].flatMap(([key, { until, pauseMs }]) =>
        isLeft(until, pauseMs) ? [key] : [],
      );
    },
    /** @returns how long the key is left alone, in ms */
    failed(key: string): number {
      const before = kept.get(key);
      const pauseMs = Math.min(before ? before.pauseMs * 2 : FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      kept.set(key, { pauseMs, until: now() + pauseMs });
      return pauseMs;
    },
    done: (key: string): void => kept.delete(key),
  };
}
