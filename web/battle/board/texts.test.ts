import { describe, expect, it } from 'vitest';
import { rateWords, streakKind, streakWords } from './texts.ts';

describe('the figures of a standing', () => {
  it('says whether a streak is of wins or of losses', () => {
    expect([3, 1, 0, -1, -12].map(streakWords)).toEqual([
      '3-win streak',
      '1-win streak',
      'No streak',
      '1-loss streak',
      '12-loss streak',
    ]);
    expect([3, 0, -2].map(streakKind)).toEqual(['win', 'none', 'loss']);
  });

  it('rounds a rate, but never up to all nor down to none', () => {
    expect([0, 0.2, 33.333, 66.667, 99.7, 100].map(rateWords)).toEqual([
      '0%',
      '1%',
      '33%',
      '67%',
      '99%',
      '100%',
    ]);
  });
});
