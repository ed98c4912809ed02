import { setImmediate as nextTick } from 'node:timers/promises';
import type { Clock } from '#server/cluster/clock.ts';

interface Sleeper {
  readonly due: number;
  wake(): void;
}

/**
 * A clock that moves only by `advance`. With `skipsSleep` every sleep ends at once and advances the clock
 * by its time.
 */
export class ManualClock implements Clock {
  /** The length of every sleep, in ms. */
  readonly slept: number[] = [];
  readonly #skipsSleep: boolean;
  #now: number;
  #sleepers: Sleeper[] = [];

  constructor(options: { start?: Date; skipsSleep?: boolean } = {}) {
    this.#now = (options.start ?? new Date('2026-11-20T12:00:00Z')).getTime();
    this.#skipsSleep = options.skipsSleep ?? false;
  }

  now(): Date {
    return new Date(this.#now);
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.slept.push(ms);
    if (this.#skipsSleep) {
      this.#now += ms;
      await nextTick();
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        due: this.#now + ms,
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#sleepers.push(sleeper);
    });
  }

  /** Advances by `ms` and wakes sleepers in order, including those that begin to sleep meanwhile. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms;
    for (;;) {
      await nextTick(); // code that was just woken may sleep again before the target
      const due = this.#sleepers.filter((sleeper) => sleeper.due <= target);
      if (due.length === 0) break;
      const first = due.reduce((a, b) => (b.due < a.due ? b : a));
      this.#sleepers = this.#sleepers.filter((other) => other !== first);
      this.#now = Math.max(this.#now, first.due);
      first.wake();
    }
    this.#now = target;
  }
}
