/**
 * Combines the writes of many callers into batches, one batch at a time. A lane that has been quiet sends at once, so
 * that few callers do not wait. A busy one sends when the last batch has returned and a new period begins, so that
 * callers a moment apart share a statement. Periods begin at the same moments for all lanes: then their commits share
 * a write to the disk, and the process wakes once for several answers (decision 390).
 */
import { setTimeout as sleep } from 'node:timers/promises';

const BATCH = 200;
/** Most waiting items: about ten batches. */
const QUEUE = 2_000;
const PERIOD_MS = 8;
/** Batches that leave at once after a quiet time: one for each period without a batch, at most so many. */
const AT_ONCE = 8;

export interface Lane<T, R> {
  /** Resolves when the batch with this item has returned. @throws the error of `onFull` or of `send` */
  push(item: T): Promise<R>;
  /** Resolves when nothing waits and no batch is running. */
  drain(): Promise<void>;
  load(): LaneLoad;
}

export interface LaneLoad {
  readonly waiting: number;
  /** Items of the batch that is running. */
  readonly underWay: number;
  /** Since the oldest of both came; 0 without any. */
  readonly oldestMs: number;
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

const NO_KEYS: readonly string[] = [];

interface Waiting<T, R> {
  readonly item: T;
  /** When it came, by `performance.now()`. */
  readonly at: number;
  resolve(result: R): void;
  reject(fault: unknown): void;
}

export function createLane<T, R>(options: LaneOptions<T, R>): Lane<T, R> {
  const { send, isOneToBlame, onFull, keysOf = () => NO_KEYS, queue: most = QUEUE } = options;
  let queue: Waiting<T, R>[] = [];
  let underWay: readonly Waiting<T, R>[] = [];
  let working: Promise<void> | undefined;
  /** Before this moment the lane is busy, by `performance.now()`. */
  let busyUntil = Number.NEGATIVE_INFINITY;

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
      const now = performance.now();
      if (now < busyUntil) {
        await sleep(PERIOD_MS - (now % PERIOD_MS));
        busyUntil = performance.now() + PERIOD_MS;
      } else {
        busyUntil = Math.max(busyUntil, now - (AT_ONCE - 1) * PERIOD_MS) + PERIOD_MS;
      }
      underWay = take();
      await deliver(underWay);
      underWay = [];
    }
    working = undefined;
  }

  return {
    push(item) {
      if (queue.length >= most) return Promise.reject(onFull());
      return new Promise((resolve, reject) => {
        queue.push({ item, at: performance.now(), resolve, reject });
        working ??= work();
      });
    },
    async drain() {
      while (working !== undefined) await working;
    },
    load() {
      const now = performance.now();
      const oldest = Math.min(now, ...[queue[0], underWay[0]].flatMap((one) => one?.at ?? []));
      return { waiting: queue.length, underWay: underWay.length, oldestMs: now - oldest };
    },
  };
}
