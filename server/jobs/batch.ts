/**
 * Reads that many ask for at the same time, as one statement. Whoever asks while a statement is under
 * way is in the next one: every answer was read after it was asked for, nobody waits on a timer, and
 * the busier the server, the fewer statements there are for each answer.
 */

/** Most keys in one statement. */
const MOST = 500;

interface Waiting<V> {
  readonly promise: Promise<V | undefined>;
  resolve(value: V | undefined): void;
  reject(fault: unknown): void;
}

/** @param read what was found of these keys; each of them once */
export function batched<V>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  let next = new Map<string, Waiting<V>>();
  let isReading = false;

  async function readAll(): Promise<void> {
    while (next.size > 0) {
      const batch = [...next].slice(0, MOST);
      next = new Map([...next].slice(MOST));
      try {
        const found = await read(batch.map(([key]) => key));
        for (const [key, { resolve }] of batch) resolve(found.get(key));
      } catch (fault) {
        for (const [, { reject }] of batch) reject(fault);
      }
    }
    isReading = false;
  }

  return (key) => {
    const waiting = next.get(key) ?? Promise.withResolvers<V | undefined>();
    next.set(key, waiting);
    if (!isReading) {
      isReading = true;
      // Those who ask in this very moment are in it, too.
      queueMicrotask(() => void readAll());
    }
    return waiting.promise;
  };
}
