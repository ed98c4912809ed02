import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatAgo } from './Ago.tsx';
import { formatDay, formatMoment } from './dates.ts';

const moments = fc.date({
  min: new Date('1970-01-03'),
  max: new Date('2200-01-01'),
  noInvalidDate: true,
});

// Another zone than UTC, in which the machines that run the tests mostly are: to the reader it is a day more.
beforeAll(() => vi.stubEnv('TZ', 'Pacific/Kiritimati'));
afterAll(() => vi.unstubAllEnvs());

describe('a date in words', () => {
  it('is written as the platform writes it in English, in the zone of the reader or in UTC', () => {
    const here = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
    const utc = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
    fc.assert(
      fc.property(moments, (date) => {
        expect(formatDay(date.toISOString())).toBe(here.format(date));
        expect(formatDay(date.toISOString(), 'UTC')).toBe(utc.format(date));
      }),
    );
  });

  it('has the time of day where the moment counts', () => {
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
    fc.assert(
      fc.property(moments, (date) => {
        expect(formatMoment(date.toISOString())).toBe(format.format(date));
      }),
    );
    expect(formatMoment('2026-03-03T00:05')).toBe('Mar 3, 2026, 12:05 AM');
  });

  it('is told as how long ago, and as the day after a week', () => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    const told = (ms: number) => formatAgo(new Date(now - ms).toISOString(), now);
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    expect([0, 59_999, -5_000].map(told)).toEqual(Array(3).fill('just now'));
    expect([minute, 59 * minute].map(told)).toEqual(['1 min ago', '59 min ago']);
    expect([hour, day - 1].map(told)).toEqual(['1 h ago', '23 h ago']);
    expect([day, 7 * day].map(told)).toEqual(['1 day ago', '7 days ago']);
    expect(told(9 * day)).toBe(formatDay(new Date(now - 9 * day).toISOString()));
  });
});
