/**
 * Caches the answer of an expensive read and repeats it with a bounded share of the database: after a read that took
 * t, the next begins 9 t later at the earliest. So at most a tenth of one connection's time is used, at any size and
 * load.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Pause after a read, in lengths of that read. */
const PAUSE_IN_READS = 9;
/** After a longer read the pause grows no more: mostly it hung, or the process stood still, maybe for hours. */
const LONGEST_READ_MS = 10_000;
/** Longest wait of a caller for a newer answer of an expensive read; after it the last one is returned. */
const LONGEST_WAIT_MS = 500;
/** An answer older than this many times its maximum age is not returned while a new one is read. */
const TOO_OLD = 10;

interface SnapshotDependencies<T> {
  read(): Promise<T>;
  /** Read again after this time even without `outdate` (another process may have changed the data). */
  maxAgeMs: number;
  /** 0 for a cheap read: a caller always sees earlier changes. */
  pauseInReads?: number;
  /** Called when a read failed and the last answer was returned instead. */
  onFault(fault: unknown): void;
}

interface Kept<T> {
  readonly value: T;
  readonly readAt: number;
  readonly cost: number;
  /** Number of the last change it contains. */
  readonly change: number;
}

export function createSnapshot<T>(parts: SnapshotDependencies<T>) {
  let kept: Kept<T> | undefined;
  let reading: Promise<Kept<T>> | undefined;
  let lastChange = 0;
  const pauseInReads = parts.pauseInReads ?? PAUSE_IN_READS;

  /** One read at a time, after the pause. */
  function readAgain(): Promise<Kept<T>> {
    reading ??= (async () => {
      try {
        const pause = pauseLeft(kept, pauseInReads);
        if (pause > 0) await sleep(pause);
        const change = lastChange;
        const startedAt = performance.now();
        const value = await parts.read();
        const readAt = performance.now();
        const cost = Math.min(readAt - startedAt, LONGEST_READ_MS);
        kept = { value, readAt, cost, change };
        return kept;
      } finally {
        reading = undefined;
      }
    })();
    return reading;
  }

  return {
    /** The data has changed: later calls should see it. */
    outdate(): void {
      lastChange += 1;
    },
    async get(): Promise<T> {
      const change = lastChange;
      if (kept !== undefined) {
        const age = performance.now() - kept.readAt;
        const isOutdated = kept.change < change;
        if (!isOutdated && age < parts.maxAgeMs) return kept.value;
        const isAcceptable = !isOutdated && age < parts.maxAgeMs * TOO_OLD;
        if (isAcceptable || !isQuick(kept)) {
          readAgain().catch(parts.onFault);
          return kept.value;
        }
      }
      const first = await readAgain();
      // The joined read may have begun before the change.
      return (first.change < change && isQuick(first) ? await readAgain() : first).value;
    },
  };

  /** Whether a caller waits for the next one. Even a cheap read is slow once, as on a busy machine. */
  function isQuick(last: Kept<T>): boolean {
    return pauseInReads === 0 || pauseLeft(last, pauseInReads) + last.cost <= LONGEST_WAIT_MS;
  }
}

function pauseLeft(kept: Kept<unknown> | undefined, pauseInReads: number): number {
  if (kept === undefined) return 0;
  return Math.max(0, kept.readAt + kept.cost * pauseInReads - performance.now());
}
