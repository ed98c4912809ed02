/** Figures of a standing as words. */
import { texts } from './texts.ts';

export type StreakKind = 'win' | 'loss' | 'none';

/** A streak above 0 is wins in a row, below 0 losses in a row. */
export function streakKind(streak: number): StreakKind {
  if (streak === 0) return 'none';
  return streak > 0 ? 'win' : 'loss';
}

export function streakWords(streak: number): string {
  const kind = streakKind(streak);
  return kind === 'none' ? texts.streak.none : texts.streak[kind](Math.abs(streak));
}

/** 66.666 is '67%'. Only all is 100%, only none is 0%. */
export function rateWords(winRate: number): string {
  if (winRate > 0 && winRate < 1) return '1%';
  if (winRate > 99 && winRate < 100) return '99%';
  return `${Math.round(winRate)}%`;
}
