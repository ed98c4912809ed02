import { describe, expect, it } from 'vitest';
import {
  ADMIN_NAMES,
  ADMIN_WORDS,
  FILLER_WORDS,
  waitForChange,
  waitInWords,
} from './kept-names.ts';

const HOUR = 60 * 60 * 1000;
const now = new Date('2026-11-22T12:00:00Z');
const hoursAgo = (...hours: number[]) => hours.map((one) => new Date(now.getTime() - one * HOUR));

describe('waitForChange', () => {
  it('is over when the oldest change that counts is a day old', { tags: 'N3' }, () => {
    expect(waitForChange([], now, 3)).toBe(0);
    expect(waitForChange(hoursAgo(1, 2), now, 3)).toBe(0);
    expect(waitForChange(hoursAgo(20, 1, 3), now, 3)).toBe(4 * HOUR);
    expect(waitForChange(hoursAgo(25, 1, 3), now, 3)).toBe(0);
    expect(waitForChange(hoursAgo(24, 1, 3), now, 3)).toBe(0);
    expect(waitForChange(hoursAgo(10, 20, 1, 3), now, 3)).toBe(14 * HOUR);
  });
});

describe('waitInWords', () => {
  it('never promises too early', () => {
    const words = [1, 60_000, 60_001, 59 * 60_000, HOUR - 1, HOUR, HOUR + 1, 23.5 * HOUR];
    expect(words.map(waitInWords)).toEqual([
      ...['1 minute', '1 minute', '2 minutes', '59 minutes', '1 hour', '1 hour', '2 hours'],
      '24 hours',
    ]);
  });
});

describe('the words kept for the admin', () => {
  it('are none made of the others: a pattern of them has one way to match', () => {
    const words = [...ADMIN_WORDS, ...ADMIN_NAMES, ...FILLER_WORDS];
    for (const word of words) {
      const others = words.filter((other) => other !== word).join('|');
      expect(word).not.toMatch(new RegExp(`^(?:${others})+$`));
    }
  });
});
