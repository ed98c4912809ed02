/** The time: of this machine, or of the database, which several servers share. */
import { setTimeout as timer } from 'node:timers/promises';

export interface Clock {
  now(): Date;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Only a shared clock has it: measures the difference again; after a failure the last one stays in use. */
  measure?(): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  async sleep(ms, signal) {
    try {
      await timer(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

let lastText = { ms: Number.NaN, text: '' };

/** `toISOString` of a time of now. Kept for its millisecond, because every polled answer needs it. */
export function timeText(now: Date): string {
  const ms = now.getTime();
  if (ms !== lastText.ms) lastText = { ms, text: now.toISOString() };
  return lastText.text;
}

/** Never set while the process runs, unlike the system's. */
const steadyClock: Clock = {
  now: () => new Date(performance.timeOrigin + performance.now()),
  sleep: systemClock.sleep,
};

/** A clock drifts by milliseconds in this time. */
export const MEASURE_EVERY_MS = 60_000;
/** A slower reading is too inexact. */
const LONGEST_ROUND_TRIP_MS = 1_000;

type SharedClock = Required<Clock>;

/**
 * The database's clock, used by all servers of a cluster. Any of them may close a round that another one
 * opened, and their own clocks may differ by seconds.
 * @param askTime reads the shared clock
 * @throws the error of the first `askTime`
 */
export async function createSharedClock(
  askTime: () => Promise<Date>,
  own: Clock = steadyClock,
): Promise<SharedClock> {
  let aheadMs = 0;

  /** @param acceptsSlow whether to use a slow reading too */
  async function compare(acceptsSlow: boolean): Promise<void> {
    const asked = own.now().getTime();
    const time = (await askTime()).getTime();
    const took = own.now().getTime() - asked;
    // Assumes that the clock was read in the middle of the round trip.
    if (acceptsSlow || took < LONGEST_ROUND_TRIP_MS) aheadMs = time - (asked + took / 2);
  }
  await compare(true);

  return {
    now: () => new Date(own.now().getTime() + aheadMs),
    sleep: own.sleep,
    measure: () => compare(false),
  };
}
