/**
 * When a wallet was last seen, to the hour. Not every call writes: a wallet is noted once an hour,
 * and the notes are written together.
 */
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { BackgroundJob } from '#server/jobs/background-job.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { CollectorStore } from './collector-store.ts';

const GRAIN_MS = 60 * 60 * 1000;
/** A wallet that drops out only costs one more write. */
const MOST_REMEMBERED = 100_000;
/** Most wallets written at once. */
const BATCH = 1_000;

const WRITE_EVERY_MS = 5_000;

export interface LastSeen {
  saw(wallet: Address): void;
  /** Writes what was noted since the last time. */
  write(): Promise<void>;
  readonly jobs: readonly BackgroundJob[];
}

export interface LastSeenDependencies {
  readonly store: Pick<CollectorStore, 'recordSeen'>;
  readonly clock: Clock;
}

export function createLastSeen({ store, clock }: LastSeenDependencies): LastSeen {
  const notedAt = new BoundedCache<Address, number>(MOST_REMEMBERED);
  let unwritten = new Set<Address>();

  async function write(): Promise<void> {
    // Sorted, so that two servers cannot deadlock.
    const wallets = [...unwritten].sort();
    unwritten = new Set();
    while (wallets.length > 0) {
      const batch = wallets.slice(0, BATCH);
      try {
        await store.recordSeen(batch, clock.now());
      } catch (fault) {
        // Nobody would note them again within the hour.
        for (const wallet of wallets) unwritten.add(wallet);
        throw fault;
      }
      wallets.splice(0, BATCH);
    }
  }

  return {
    saw(wallet) {
      const now = clock.now().getTime();
      const before = notedAt.get(wallet);
      if (before !== undefined && now - before < GRAIN_MS) return;
      notedAt.set(wallet, now);
      unwritten.add(wallet);
    },
    write,
    jobs: [{ name: 'write last seen', everyMs: WRITE_EVERY_MS, run: write }],
  };
}
