/**
 * Combines the writes of many callers into batches, one batch at a time. An idle lane sends at once, so a single
 * caller does not wait. A busy one sends the next batch when the last has returned and SPACING_MS have passed since
 * it was sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Most items in one batch. */
const BATCH = 200;
/** Most waiting items: about ten batches. */
const QUEUE = 2_000;
const SPACING_MS = 4;

export interface Lane<T, R> {
  /** Resolves when the batch with this item has returned. @throws the error of `onFull` or of `send` */
  push(item: T): Promise<R>;
  /** Resolves when nothing waits and no batch is running. */
  drain(): Promise<void>;
}

export interface LaneOptions<T, R> {
  /** Writes all items or none. @returns the results in the order of the items */
  send(items: readonly T[]): Promise<readonly R[]>;
  /** Whether nothing was written and one item may be the cause: then each is sent alone. */
  isOneToBlame(fault: unknown): boolean;
  /** The error when too many wait. */
  onFull(): Error;
  /** Items with a common key never go into the same batch. */
  keysOf?(item: T): readonly string[];
  readonly queue?: number;
}

interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(fault: unknown): void;
}

export function createLane<T, R>(options: LaneOptions<T, R>): Lane<T, R> {
  const { send, isOneToBlame, onFull, keysOf = () => [], queue: most = QUEUE } = options;
  let queue: Waiting<T, R>[] = [];
  let working: Promise<void> | undefined;

  /** The next batch, in the order in which its items came. */
  function take(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = [];
    const left: Waiting<T, R>[] = [];
    const taken = new Set<string>();
    for (const waiting of queue) {
      const keys = keysOf(waiting.item);
      const isNext = batch.length < BATCH && !keys.some((key) => taken.has(key));
      (isNext ? batch : left).push(waiting);
      // A waiting item stays before later ones with the same key.
      for (const key of keys) taken.add(key);
    }
    queue = left;
    return batch;
  }

  async function deliver(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (fault) {
      if (batch.length > 1 && isOneToBlame(fault)) {
        for (const waiting of batch) await deliver([waiting]);
      } else {
        for (const { reject } of batch) reject(fault);
      }
    }
  }

  async function work(): Promise<void> {
    await null; // items pushed in the same turn go together
    while (queue.length > 0) {
      const sentAt = performance.now();
      await deliver(take());
      const rest = SPACING_MS - (performance.now() - sentAt);
      if (queue.length > 0 && rest > 0) await sleep(rest);
    }
    working = undefined;
  }

  return {
    push(item) {
      if (queue.length >= most) return Promise.reject(onFull());
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        working ??= work();
      });
    },
    async drain() {
      while (working !== undefined) await working;
    },
  };
}
