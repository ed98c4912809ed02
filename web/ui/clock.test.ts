import { afterEach, describe, expect, it } from 'vitest';
import { clockCorrection, heardDate } from './clock.ts';

const HOUR_MS = 3_600_000;
const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();

afterEach(() => clockCorrection.set(0));

describe('the correction of the clock of a device', () => {
  it('is by how much the server is ahead or behind, and nothing for some seconds', () => {
    heardDate(dateIn(-2 * HOUR_MS));
    expect(clockCorrection.get()).toBe(-2 * HOUR_MS);
    heardDate(dateIn(3 * HOUR_MS));
    expect(clockCorrection.get()).toBe(3 * HOUR_MS);
    heardDate(dateIn(20_000));
    expect(clockCorrection.get()).toBe(0);
  });

  it('does not go to and fro where the clock is half a minute off', () => {
    const heard = (...seconds: readonly number[]) =>
      seconds.map((one) => {
        heardDate(dateIn(one * 1_000));
        return clockCorrection.get();
      });
    expect(new Set(heard(0, 29, 31, 50, 31, 29))).toEqual(new Set([0]));
    const [corrected, ...later] = heard(95, 85, 93, 70);
    expect(corrected).toBeGreaterThan(0);
    expect(new Set(later)).toEqual(new Set([corrected]));
  });

  it('stays where an answer tells no time', () => {
    heardDate(dateIn(3 * HOUR_MS));
    for (const date of [null, '', 'soon']) heardDate(date);
    expect(clockCorrection.get()).toBe(3 * HOUR_MS);
  });
});
