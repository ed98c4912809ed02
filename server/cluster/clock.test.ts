import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';

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
