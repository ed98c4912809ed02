import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { createSharedClock, systemClock } from './clock.ts';

describe('systemClock', () => {
  it('ends a sleep early with the reason of the signal', async () => {
    const reason = new Error('no longer needed');
    await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('sleeps without a signal', async () => {
    const before = systemClock.now().getTime();
    await systemClock.sleep(1);
    expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(before);
  });
});

describe('the shared clock', () => {
  const START = new Date('2026-11-20T12:00:00Z');
  const later = (ms: number) => new Date(START.getTime() + ms);

  it('has the time of the other clock, measured in the middle of the round trip', async () => {
    const own = new ManualClock({ start: START });
    const clock = await createSharedClock(async () => {
      await own.advance(200); // there
      const said = new Date(own.now().getTime() - 7_000);
      await own.advance(200); // and back
      return said;
    }, own);
    expect(clock.now()).toEqual(later(400 - 7_000));
    await own.advance(10_000);
    expect(clock.now()).toEqual(later(10_400 - 7_000));
  });

  it('is not set with this machine’s clock: rounds would be moved between two comparisons', {
    tags: 'H3',
  }, async () => {
    const clock = await createSharedClock(async () => START);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(clock.now().getTime()).toBeLessThan(later(3_600_000).getTime());
  });

  it('follows a clock that drifts, and keeps the last difference after a failed reading', async () => {
    const own = new ManualClock({ start: START });
    let answer = async () => new Date(own.now().getTime() + 3_000);
    const clock = await createSharedClock(() => answer(), own);
    answer = async () => new Date(own.now().getTime() + 4_000);
    await clock.measure();
    expect(clock.now()).toEqual(later(4_000));
    answer = () => Promise.reject(new Error('away'));
    await expect(clock.measure()).rejects.toThrow('away');
    expect(clock.now()).toEqual(later(4_000));
  });

  it('uses a slow reading only when there is no other', async () => {
    const own = new ManualClock({ start: START });
    let way = 3_000;
    const clock = await createSharedClock(async () => {
      await own.advance(way);
      return own.now();
    }, own);
    expect(clock.now()).toEqual(later(3_000 + 1_500));
    way = 5_000;
    await clock.measure();
    expect(clock.now()).toEqual(later(8_000 + 1_500));
    way = 0;
    await clock.measure();
    expect(clock.now()).toEqual(later(8_000));
  });
});
