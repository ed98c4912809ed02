/**
 * The database's clock, used by all servers of a cluster. Any of them may close a round that another one
 * opened, and their own clocks may differ by seconds.
 */
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';

/** A clock drifts by milliseconds in this time. */
export const MEASURE_EVERY_MS = 60_000;
/** A slower reading is too inexact. */
const MAX_ROUND_TRIP_MS = 1_000;

interface SharedClock extends Clock {
  /** Measures the difference again; after a failure the last one stays in use. */
  measure(): Promise<void>;
}

/**
 * @param askTime reads the shared clock
 * @throws the error of the first `askTime`
 */
export async function createSharedClock(
  askTime: () => Promise<Date>,
  own: Clock = systemClock,
): Promise<SharedClock> {
  let aheadMs = 0;

  /** @param acceptsSlow whether to use a slow reading too */
  async function compare(acceptsSlow: boolean): Promise<void> {
    const asked = own.now().getTime();
    const time = (await askTime()).getTime();
    const took = own.now().getTime() - asked;
    // Assumes that the clock was read in the middle of the round trip.
    if (acceptsSlow || took < MAX_ROUND_TRIP_MS) aheadMs = time - (asked + took / 2);
  }
  await compare(true);

  return {
    now: () => new Date(own.now().getTime() + aheadMs),
    sleep: own.sleep,
    measure: () => compare(false),
  };
}
