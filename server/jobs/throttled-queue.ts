/** One piece of work at a time with a rest after each; those who ask take turns. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that was paused, or a database that hung, is no reason to rest for longer. */
const LONGEST_REST_MS = 5_000;

/**
 * Does one thing at a time, and rests after each for `pause` times as long as it took: so much of the process and of
 * the database stays for everybody else. Those who ask take turns: one who asks for very much waits for it alone.
 */
export function createThrottledQueue(
  pause: number,
  rest: (ms: number) => Promise<unknown> = restFor,
) {
  /** What each of them waits for, in the order of their turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isBusy = false;

  async function doAll(): Promise<void> {
    // Whoever is put behind while it goes on comes in this round, too.
    for (const [who, [next, ...others]] of waiting) {
      waiting.delete(who);
      if (others.length > 0) waiting.set(who, others);
      const from = performance.now();
      await next?.();
      await rest(Math.min((performance.now() - from) * pause, LONGEST_REST_MS));
    }
    isBusy = false;
  }

  return <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const own = waiting.get(who) ?? [];
    own.push(() => work().then(resolve, reject));
    waiting.set(who, own);
    if (!isBusy) {
      isBusy = true;
      void doAll();
    }
    return promise;
  };
}

const restFor = (ms: number) => sleep(ms, undefined, { ref: false });
