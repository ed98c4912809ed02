/**
 * The answer of a costly read, kept and read again with a bounded share of the database: after a
 * read that took t, the next begins at the earliest 9 t later, so at most a tenth of one
 * connection's time goes into it, at any size and under any load.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Between the end of a read and the next, in lengths of that read, unless said otherwise. */
const PAUSE_IN_READS = 9;
/** How long a caller may be kept waiting for a newer answer, in ms, before they get the last one. */
const PATIENCE_MS = 500;
/** An answer older than this many times its age limit is not handed out while a new one is read. */
const TOO_OLD = 10;

export interface Snapshot<T> {
  get(): Promise<T>;
  /** Something behind the answer changed: whoever asks from now on should see it. */
  outdate(): void;
}

export interface SnapshotDependencies<T> {
  read(): Promise<T>;
  /** Read again after this long even if nobody said it changed (another process may have). */
  maxAgeMs: number;
  /** 0 for a read that costs next to nothing: who asks after a change always sees it. */
  pauseInReads?: number;
  /** Told of a read that failed while the last answer was still handed out. */
  onFault(fault: unknown): void;
}

interface Kept<T> {
  readonly value: T;
  readonly readAt: number;
  readonly cost: number;
  /** Which change it is known to contain. */
  readonly change: number;
}

export function createSnapshot<T>(parts: SnapshotDependencies<T>): Snapshot<T> {
  let kept: Kept<T> | undefined;
  let reading: Promise<Kept<T>> | undefined;
  let lastChange = 0;
  const pauseInReads = parts.pauseInReads ?? PAUSE_IN_READS;

  /** One read at a time; begins when the pause of the one before is over. */
  function readAgain(): Promise<Kept<T>> {
    reading ??= (async () => {
      try {
        const pause = pauseLeft(kept, pauseInReads);
        if (pause > 0) await sleep(pause);
        const change = lastChange;
        const startedAt = performance.now();
        const value = await parts.read();
        const readAt = performance.now();
        kept = { value, readAt, cost: readAt - startedAt, change };
        return kept;
      } finally {
        reading = undefined;
      }
    })();
    return reading;
  }

  return {
    outdate() {
      lastChange += 1;
    },
    async get() {
      const change = lastChange;
      if (kept === undefined) return (await readAgain()).value;
      const age = performance.now() - kept.readAt;
      const isOutdated = kept.change < change;
      if (!isOutdated && age < parts.maxAgeMs) return kept.value;

      const isAcceptable = !isOutdated && age < parts.maxAgeMs * TOO_OLD;
      const isQuick = pauseLeft(kept, pauseInReads) + kept.cost <= PATIENCE_MS;
      if (isAcceptable || !isQuick) {
        readAgain().catch(parts.onFault);
        return kept.value;
      }
      const first = await readAgain();
      // The read we joined may have begun before the change we know of.
      return (first.change < change ? await readAgain() : first).value;
    },
  };
}

function pauseLeft(kept: Kept<unknown> | undefined, pauseInReads: number): number {
  if (kept === undefined) return 0;
  return Math.max(0, kept.readAt + kept.cost * pauseInReads - performance.now());
}
