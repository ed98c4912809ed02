/** Work that must not overlap: everything with the same key runs one after the other, in this process. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();

  /** Runs `work` when all earlier work with this key is done; at once without a key. */
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
