import { describe, expect, it } from 'vitest';
import { clockCorrection, heardDate } from './clock.ts';

const HOUR_MS = 3_600_000;
const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();

describe('the correction of the clock of a device', () => {
  it('is by how much the server is ahead or behind, and nothing for some seconds', () => {
    heardDate(dateIn(-2 * HOUR_MS));
    expect(clockCorrection.get()).toBe(-2 * HOUR_MS);
    heardDate(dateIn(3 * HOUR_MS));
    expect(clockCorrection.get()).toBe(3 * HOUR_MS);
    heardDate(dateIn(20_000));
    expect(clockCorrection.get()).toBe(0);
  });

  it('stays where an answer tells no time', () => {
    heardDate(dateIn(3 * HOUR_MS));
    for (const date of [null, '', 'soon']) heardDate(date);
    expect(clockCorrection.get()).toBe(3 * HOUR_MS);
  });
});
