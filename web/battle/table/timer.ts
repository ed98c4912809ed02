/** What the clock on the table shows. */

export type TimerPhase = 'pick' | 'grace' | 'reading';

/** From here on the pick timer is red, in seconds. */
export const URGENT_SECONDS = 10;

export function isUrgent(secondsLeft: number, phase: TimerPhase): boolean {
  return phase === 'grace' || (phase === 'pick' && secondsLeft <= URGENT_SECONDS);
}

/** How much of the ring is left, 0 to 1. Grace and reading are 10 s each. */
export function shareLeft(secondsLeft: number, total: number, phase: TimerPhase): number {
  const whole = phase === 'pick' ? total : 10;
  if (!(whole > 0)) return 0;
  return Math.min(Math.max(secondsLeft / whole, 0), 1);
}
