import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does one thing at a time, and rests after each for `pause` times as long as it took: so much of the process and of
 * the database stays for everybody else.
 */
export function createThrottledQueue(
  pause: number,
  rest: (ms: number) => Promise<unknown> = restFor,
) {
  let before: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    let tookMs = 0;
    const done = before.then(async () => {
      const from = performance.now();
      try {
        return await work();
      } finally {
        tookMs = performance.now() - from;
      }
    });
    const after = () => rest(tookMs * pause);
    before = done.then(after, after);
    return done;
  };
}

const restFor = (ms: number) => sleep(ms, undefined, { ref: false });
