/**
 * Runs `work` for all items, `atOnce` at a time. One failure does not stop the others.
 * @throws at the end: the error, or all of them as an AggregateError
 */
export async function each<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  const left = items.values();
  const lane = async (): Promise<void> => {
    for (const item of left) {
      try {
        await work(item);
      } catch (fault) {
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1) {
    throw new AggregateError(faults, `${faults.length} of ${items.length} failed`);
  }
}
