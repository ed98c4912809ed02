/**
 * Combines concurrent reads into one statement. A read that comes while a statement runs is in the next one: every
 * answer was read after it was requested, nobody waits for a timer, and a busy server needs fewer statements per
 * answer.
 */

const MOST_KEYS = 500;

interface Waiting<V> {
  readonly promise: Promise<V | undefined>;
  resolve(value: V | undefined): void;
  reject(fault: unknown): void;
}

/** @param read returns what it found of these distinct keys */
export function createBatchLoader<V>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  let next = new Map<string, Waiting<V>>();
  let isReading = false;

  async function readAll(): Promise<void> {
    while (next.size > 0) {
      const batch = [...next].slice(0, MOST_KEYS);
      next = new Map([...next].slice(MOST_KEYS));
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
      // Reads requested in the same turn are included.
      queueMicrotask(() => void readAll());
    }
    return waiting.promise;
  };
}
