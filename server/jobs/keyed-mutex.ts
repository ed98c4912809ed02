/** Runs work with the same key one after the other, in this process. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all earlier work with this key; without a key immediately. */
  return async function runExclusive<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    if (key === null) return work();
    const earlier = last.get(key);
    const mine = earlier === undefined ? work() : earlier.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
