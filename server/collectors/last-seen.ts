/** Records when a wallet was last seen, at most once an hour; the writes are batched. */
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import type { CollectorStore } from './collector-store.ts';

const RESOLUTION_MS = 60 * 60 * 1000;
/** An evicted wallet costs one more write. */
const MAX_CACHED = 100_000;
/** Most wallets in one statement. */
const BATCH = 1_000;
const WRITE_EVERY_MS = 5_000;

interface LastSeenDependencies {
  readonly store: Pick<CollectorStore, 'recordSeen'>;
  readonly clock: Clock;
}

export function createLastSeen({ store, clock }: LastSeenDependencies) {
  const recordedAt = new BoundedCache<Address, number>(MAX_CACHED);
  let unwritten = new Set<Address>();

  /** Writes the wallets recorded since the last call. */
  async function write(): Promise<void> {
    // Sorted, so that two servers cannot deadlock.
    const wallets = [...unwritten].sort();
    unwritten = new Set();
    while (wallets.length > 0) {
      const batch = wallets.slice(0, BATCH);
      try {
        await store.recordSeen(batch, clock.now());
      } catch (fault) {
        // They would not be recorded again within the hour.
        for (const wallet of wallets) unwritten.add(wallet);
        throw fault;
      }
      wallets.splice(0, BATCH);
    }
  }

  return {
    record(wallet: Address): void {
      const now = clock.now().getTime();
      const before = recordedAt.get(wallet);
      if (before !== undefined && now - before < RESOLUTION_MS) return;
      recordedAt.set(wallet, now);
      unwritten.add(wallet);
    },
    write,
    jobs: [{ name: 'write last seen', everyMs: WRITE_EVERY_MS, run: write }],
  };
}
