/**
 * One read at a time for each key. Whoever asks while one is under way shares the next one: every answer was read after it
 * was asked for.
 */
import { createKeyedMutex } from './keyed-mutex.ts';

export function createSharedReads<K extends string, V>(
  read: (key: K) => Promise<V>,
): (key: K) => Promise<V> {
  const oneAtATime = createKeyedMutex();
  const next = new Map<K, Promise<V>>();
  return (key) => {
    const known = next.get(key);
    if (known !== undefined) return known;
    const reading = oneAtATime(key, async () => {
      // Reads that are asked for in the same turn are shared, too.
      await null;
      next.delete(key);
      return read(key);
    });
    next.set(key, reading);
    return reading;
  };
}
