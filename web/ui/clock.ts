/** The time as the server has it, for how long ago something was. */
import { createStore } from './external-store.ts';

const MINUTE_MS = 60_000;

/** What is to be added to the clock of this device, in whole minutes, in ms. */
export const clockCorrection = createStore(0);

/** @param date the header `Date` of an answer that has just come */
export function heardDate(date: string | null): void {
  const off = Date.parse(date ?? '') - Date.now();
  // Smaller differences are ignored: where a clock is half a minute off, the correction would change all the time.
  if (Math.abs(off - clockCorrection.get()) < MINUTE_MS || Number.isNaN(off)) return;
  clockCorrection.set(Math.round(off / MINUTE_MS) * MINUTE_MS);
}

/** In ms since 1970. */
export function serverTime(): number {
  return Date.now() + clockCorrection.get();
}
