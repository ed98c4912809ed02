/**
 * How long what was read of the matches may be shown to whoever polls before the database is asked
 * again. This process knows of its own changes at once: alone, which its signs of life tell (they are
 * counted in the database, and nobody else counted there), what it read is good for ten seconds. Of
 * others' changes it hears by the bus: for one second then, as an event may be lost. Where there are
 * others and it cannot hear them, nothing is good.
 */
import type { Clock } from '#server/cluster/clock.ts';

const MAX_AGE_MS = 1_000;
/** Alone, only a hand in the database changes anything behind our back. */
const MAX_AGE_ALONE_MS = 10_000;
/** How long nobody else must have shown life; every server does twice a second. */
const ALONE_AFTER_MS = 5_000;

export type Freshness = ReturnType<typeof createFreshness>;

/** @param hearsOthers whether events that other servers publish are heard here */
export function createFreshness(clock: Clock, hearsOthers: () => boolean) {
  const now = () => clock.now().getTime();
  let lastNumber = Number.NaN;
  let lastAt = Number.NEGATIVE_INFINITY;
  let onlyOursSince = Number.POSITIVE_INFINITY;
  let invalidatedAt = Number.NEGATIVE_INFINITY;

  return {
    now,
    /**
     * Our sign of life of this moment became the one with this number.
     * @returns false when it came before our last one: the database is an earlier one than it was
     */
    onHeartbeat(number: number, at: number): boolean {
      const goesOn = !(number <= lastNumber);
      if (number !== lastNumber + 1) onlyOursSince = at;
      lastNumber = number;
      lastAt = at;
      return goesOn;
    },
    /** Nobody knows whether a change was saved: whatever was read until now is to be read again. */
    invalidate(): void {
      invalidatedAt = now();
    },
    /** @param readAt when its reading began */
    isFresh(readAt: number): boolean {
      if (readAt <= invalidatedAt) return false;
      const age = now() - readAt;
      if (age < MAX_AGE_MS && hearsOthers()) return true;
      const isAlone = now() - lastAt < MAX_AGE_MS && readAt - onlyOursSince >= ALONE_AFTER_MS;
      return isAlone && age < MAX_AGE_ALONE_MS;
    },
  };
}
