import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';

describe('ManualClock', () => {
  it('moves only by advance, and wakes sleepers in order', async () => {
    const clock = new ManualClock({ start: new Date(0) });
    const woken: string[] = [];
    const late = clock.sleep(20).then(() => woken.push('late'));
    const early = clock
      .sleep(10)
      .then(() => woken.push(`early at ${clock.now().getTime()}`))
      .then(() => clock.sleep(5))
      .then(() => woken.push('again'));
    await clock.advance(5);
    expect(woken).toEqual([]);
    await clock.advance(15);
    await Promise.all([late, early]);
    expect(woken).toEqual(['early at 10', 'again', 'late']);
    expect(clock.now().getTime()).toBe(20);
  });

  it('drops a sleeper whose signal is aborted', async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const sleep = clock.sleep(10, controller.signal);
    controller.abort(new Error('stop'));
    await expect(sleep).rejects.toThrow('stop');
    await clock.advance(10);
  });

  it('can skip sleeps and advance by their time', async () => {
    const clock = new ManualClock({ start: new Date(0), skipsSleep: true });
    await clock.sleep(2_000);
    await clock.sleep(500);
    expect(clock.now().getTime()).toBe(2_500);
    expect(clock.slept).toEqual([2_000, 500]);
  });
});
