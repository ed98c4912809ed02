/** The results of `work` in the order of `items`, at most `width` at a time. The first failure ends it. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  try {
    await Promise.all(Array.from({ length: width }, worker));
  } finally {
    Array.from(queue); // emptied, so that nothing new begins after a failure
  }
  return results;
}

/**
 * Runs `work` for all items, at most `width` at a time. One failure does not stop the others.
 * @throws at the end: the error, or all of them as an AggregateError
 */
export async function allInParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  await inParallel(items, width, async (item) => {
    try {
      await work(item);
    } catch (fault) {
      faults.push(fault);
    }
  });
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1) {
    throw new AggregateError(faults, `${faults.length} of ${items.length} failed`);
  }
}
