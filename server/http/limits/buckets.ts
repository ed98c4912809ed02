/** Token buckets: one holds `burst` calls and refills by `perSecond`. */
import type { Clock } from '#server/cluster/clock.ts';

export interface BucketSize {
  readonly burst: number;
  readonly perSecond: number;
}

/** What a call takes from one bucket. */
export interface Share {
  readonly key: string;
  readonly size: BucketSize;
  /** In calls; at most the bucket's burst. */
  readonly cost: number;
}

/** Where buckets are kept: a map in one process, Redis for several servers. */
export interface BucketStore {
  /** Takes the cost from all buckets or from none. Returns 0 when all had enough, else the seconds until all will. */
  take(shares: readonly Share[]): number | Promise<number>;
}

/** Most buckets kept. About 5 MB. */
const MOST_BUCKETS = 50_000;

/** Tolerance for rounding errors of fractions. */
const ROUNDING_TOLERANCE = 1e-6;

/** Buckets in this process. */
export function createBucketStore(clock: Clock, mostBuckets = MOST_BUCKETS): BucketStore {
  // When each bucket is full again, in ms. A full bucket need not be kept.
  const fullAt = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;
  let setBackMs = 0;

  /** A clock that is set back changes no bucket: time goes on from where it was. */
  function readNow(): number {
    const now = clock.now().getTime();
    setBackMs += Math.max(0, last - now);
    last = now;
    return now + setBackMs;
  }

  const readFullAt = ({ key }: Share, now: number) => Math.max(now, fullAt.get(key) ?? now);

  /** Removes full buckets, then those that are full soonest, until half of the places are free. */
  function makeRoom(now: number): void {
    for (let soonMs = 0; fullAt.size > mostBuckets / 2; soonMs = soonMs * 4 + 1000) {
      for (const [key, at] of fullAt) if (at <= now + soonMs) fullAt.delete(key);
    }
  }

  return {
    take(shares) {
      const now = readNow();
      let wait = 0;
      for (const share of shares) {
        const { cost, size } = share;
        const left = size.burst - ((readFullAt(share, now) - now) / 1000) * size.perSecond;
        if (left < cost - ROUNDING_TOLERANCE) wait = Math.max(wait, (cost - left) / size.perSecond);
      }
      for (const share of shares) {
        const { key, cost, size } = share;
        const spent = wait > 0 ? 0 : (cost * 1000) / size.perSecond;
        const before = readFullAt(share, now);
        if (fullAt.size >= mostBuckets && !fullAt.has(key)) makeRoom(now);
        fullAt.set(key, before + spent);
      }
      return wait;
    },
  };
}
