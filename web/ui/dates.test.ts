import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDay, formatMoment } from './dates.ts';

const moments = fc.date({
  min: new Date('1970-01-03'),
  max: new Date('2200-01-01'),
  noInvalidDate: true,
});

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
});
