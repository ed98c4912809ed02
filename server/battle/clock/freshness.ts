/**
 * How long cached match data may be shown to pollers. This process knows its own changes at once. If it is the only
 * server (its heartbeats in the database have consecutive numbers) data stays fresh for ten seconds. If it receives
 * other servers' events: for one second, because an event may be lost. If there are other servers and it does not
 * receive their events: not at all.
 */
import type { Clock } from '#server/cluster/clock.ts';

const MAX_AGE_MS = 1_000;
/** With one server only a manual change in the database can go unnoticed. */
const MAX_AGE_ALONE_MS = 10_000;
/** Without another server's heartbeat for this time we are alone; each server sends two a second. */
const ALONE_AFTER_MS = 5_000;
/** Another server beats between so many of ours in a row: more than one that is just being replaced. */
const BESIDE_AFTER_BEATS = 20;

export type Freshness = ReturnType<typeof createFreshness>;

/** @param hearsOthers whether this server receives other servers' events */
export function createFreshness(clock: Clock, hearsOthers: () => boolean) {
  const now = () => clock.now().getTime();
  let lastNumber = Number.NaN;
  let lastAt = Number.NEGATIVE_INFINITY;
  let onlyOursSince = Number.POSITIVE_INFINITY;
  let invalidatedAt = Number.NEGATIVE_INFINITY;
  let interrupted = 0;

  /** Whether only this server has noted heartbeats in the five seconds before. */
  function wasAloneAt(at: number): boolean {
    return now() - lastAt < MAX_AGE_MS && at - onlyOursSince >= ALONE_AFTER_MS;
  }

  return {
    now,
    /**
     * Our heartbeat got this number.
     * @returns false if the number is lower than our last one: the database was set back
     */
    onHeartbeat(number: number, at: number): boolean {
      const goesOn = !(number <= lastNumber);
      const isInterrupted = number !== lastNumber + 1;
      if (isInterrupted) onlyOursSince = at;
      // After an outage of our own a number is missing, too.
      interrupted = isInterrupted && at - lastAt < MAX_AGE_MS ? interrupted + 1 : 0;
      lastNumber = number;
      lastAt = at;
      return goesOn;
    },
    /** Whether another server runs on this database. */
    hasOthers: () => interrupted >= BESIDE_AFTER_BEATS,
    isAlone: () => wasAloneAt(now()),
    /** It is unknown whether a change was saved: drops everything read so far. */
    invalidate(): void {
      invalidatedAt = now();
    },
    /** @param readAt when the read began */
    isFresh(readAt: number): boolean {
      const at = now();
      const age = at - readAt;
      // Read before the clock was set back: how old it is, nobody knows.
      if (readAt <= invalidatedAt || age < 0) return false;
      if (age < MAX_AGE_MS && hearsOthers()) return true;
      return wasAloneAt(readAt) && age < MAX_AGE_ALONE_MS;
    },
  };
}
