/** Time as the server sees it, so that tests can hold it still or let it run. */
import { setImmediate as nextTick, setTimeout as timer } from 'node:timers/promises';

export interface Clock {
  now(): Date;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  async sleep(ms, signal) {
    try {
      await timer(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

interface Sleeper {
  readonly due: number;
  wake(): void;
}

/**
 * A clock that moves only when told. With `skipsSleep` every sleep ends at once and takes the clock
 * with it, so that code that waits between real requests runs through.
 */
export class ManualClock implements Clock {
  /** Every sleep asked for, in ms. */
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

  /** Moves on by `ms`, waking sleepers in the order they are due, those that fall asleep on the way too. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms;
    for (;;) {
      await nextTick(); // whoever was just woken may want to sleep again before the target
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
