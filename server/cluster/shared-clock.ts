/**
 * One time for servers side by side: the database's. A round that one of them opened is closed by
 * whichever is quicker, so their own clocks, which may be seconds apart, must not say when.
 */
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';

/** How often the difference is measured again, in ms: a clock drifts by milliseconds meanwhile. */
export const MEASURE_EVERY_MS = 60_000;
/** An answer that took longer says little, in ms. */
const QUICK_MS = 1_000;

export interface SharedClock extends Clock {
  /** Compares with the other clock again; without an answer the last difference holds. */
  measure(): Promise<void>;
}

/**
 * @param askTime what the shared clock says
 * @throws what `askTime` throws the first time
 */
export async function createSharedClock(
  askTime: () => Promise<Date>,
  own: Clock = systemClock,
): Promise<SharedClock> {
  let aheadMs = 0;

  /** @param isAnyGood also an answer that took long */
  async function compare(isAnyGood: boolean): Promise<void> {
    const asked = own.now().getTime();
    const time = (await askTime()).getTime();
    const took = own.now().getTime() - asked;
    // Said, as far as anybody knows, in the middle of the way there and back.
    if (isAnyGood || took < QUICK_MS) aheadMs = time - (asked + took / 2);
  }
  await compare(true);

  return {
    now: () => new Date(own.now().getTime() + aheadMs),
    sleep: own.sleep,
    measure: () => compare(false),
  };
}
