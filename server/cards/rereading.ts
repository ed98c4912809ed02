/**
 * Reads wallets again in the background: those a card was bought from, and whatever else asks for
 * it. The list stands in the database, so it outlives a restart and several servers share it.
 */
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { BackgroundJob } from '#server/jobs/background-job.ts';
import { each } from '#server/jobs/each.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import type { ReadingStore } from './reading-store.ts';
import { READING_PAUSE_MS, type Readings } from './readings.ts';

const EVERY_MS = 2_000;
/** How many are read at once: people who wait for their own sync come first. */
const AT_ONCE = 2;

export interface RereadingParts {
  readonly store: Pick<ReadingStore, 'takeDue' | 'settle'>;
  readonly readings: Readings;
  readonly clock: Clock;
}

export function createRereading({ store, readings, clock }: RereadingParts): BackgroundJob {
  async function reread(wallet: Address, wantedAt: Date, retryAt: Date): Promise<void> {
    try {
      const { readAt, isFresh } = await readings.atMost(wallet, 0, 'background');
      // Read too recently to be read again, or a reading joined that had begun before it was wanted:
      // it stays on the list until `retryAt`.
      if (isFresh && readAt >= wantedAt) await store.settle(wallet, retryAt);
    } catch (fault) {
      if (!(fault instanceof ChainUnreachableError)) throw fault;
    }
  }

  return {
    name: 'reread wallets',
    everyMs: EVERY_MS,
    /** Reads some of the wallets that are due. */
    async run() {
      const now = clock.now();
      const retryAt = new Date(now.getTime() + READING_PAUSE_MS);
      const due = await store.takeDue(now, retryAt, AT_ONCE);
      await each(due, AT_ONCE, (wallet) => reread(wallet, now, retryAt));
    },
  };
}
