/**
 * Freezes a round: reads every wallet once more, stores a verdict for each, and publishes the list when none is
 * left. All progress is in the database, so it survives a kill, and another server may go on with it.
 */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import { MOST_NAMED_WALLETS } from '#rules/whitelist-rounds.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { allInParallel } from '#server/jobs/in-parallel.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import type { FreezeStore, Lease, WalletEvidence } from './freeze-store.ts';
import type { PublishStore } from './publish-store.ts';

const EVERY_MS = 1_000;
/** Without news from its server a freeze is taken over after this time. */
const LEASE_MS = 15_000;
const EXTEND_EVERY_MS = 5_000;
/** Wallets between two checkpoints. */
const WALLETS_PER_BATCH = 60;
/** Of the eight that the background reads at once in all. */
const WALLETS_AT_ONCE = 6;

export interface FreezeDependencies {
  readonly store: FreezeStore;
  readonly publishing: PublishStore;
  /**
   * The wallet by a reading that began at `since` or later; null when it was read too recently to be read again.
   * @throws ChainUnreachableError
   */
  readonly readSince: (
    wallet: Address,
    since: Date,
  ) => Promise<Omit<WalletEvidence, 'wallet'> | null>;
  /** The newest checkpoint. @throws ChainUnreachableError */
  readonly checkpoint: () => Promise<bigint>;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** What became of one pass over the wallets without a verdict. */
interface Pass {
  readonly unread: Address[];
  readonly faults: unknown[];
}

export function createFreeze(dependencies: FreezeDependencies) {
  const { store, publishing, readSince, checkpoint, bus, clock } = dependencies;
  const freezer = randomUUID();
  let isStopped = false;

  const leaseEnd = (): Date => new Date(clock.now().getTime() + LEASE_MS);
  const tell = (): void => bus.publish('whitelist-changed', {});

  /** @returns false when another server goes on with it */
  async function readBatch(lease: Lease, wallets: Address[], pass: Pass): Promise<boolean> {
    const before = await checkpoint();
    const since = clock.now();
    const read: WalletEvidence[] = [];
    await allInParallel(wallets, WALLETS_AT_ONCE, async (wallet) => {
      if (isStopped) return;
      try {
        const evidence = await readSince(wallet, since);
        if (evidence !== null) read.push({ wallet, ...evidence });
      } catch (fault) {
        pass.unread.push(wallet);
        if (!(fault instanceof ChainUnreachableError)) pass.faults.push(fault);
      }
    });
    const after = await checkpoint();
    if (after < before)
      throw new ChainUnreachableError('the newest checkpoint became an older one');
    const isOurs = await store.record(lease, read, { before, after });
    if (read.length > 0) tell();
    return isOurs;
  }

  /** Null when another server goes on with it, or this one stops. */
  async function readPending(lease: Lease): Promise<Pass | null> {
    const pass: Pass = { unread: [], faults: [] };
    let last = '';
    for (;;) {
      const wallets = await store.pending(lease, last, WALLETS_PER_BATCH);
      if (wallets.length === 0) return pass;
      last = wallets.at(-1) as Address;
      if (isStopped || !(await store.extend(lease, leaseEnd()))) return null;
      if (!(await readBatch(lease, wallets, pass))) return null;
    }
  }

  /** Keeps the lease while it reads. Whoever publishes has the row, for which a timer would wait. */
  async function readWhileLeased(lease: Lease): Promise<Pass | null> {
    const life = setInterval(() => {
      store.extend(lease, leaseEnd()).catch(() => {});
    }, EXTEND_EVERY_MS).unref();
    try {
      return await readPending(lease);
    } finally {
      clearInterval(life);
    }
  }

  async function work(lease: Lease): Promise<void> {
    try {
      const pass = await readWhileLeased(lease);
      if (pass === null) return;
      await store.noteUnread(lease, pass.unread.length, pass.unread.slice(0, MOST_NAMED_WALLETS));
      if (await publishing.publish(lease, clock.now())) tell();
      if (pass.faults.length > 0) throw new AggregateError(pass.faults, 'wallets were not read');
    } catch (fault) {
      if (!(fault instanceof ChainUnreachableError)) throw fault;
      // Not even a checkpoint: no wallet can be read.
      const some = await store.pending(lease, '', MOST_NAMED_WALLETS);
      await store.noteUnread(lease, await store.countPending(lease), some);
    }
  }

  async function run(): Promise<void> {
    if (isStopped) return;
    const lease = await store.lease(freezer, clock.now(), leaseEnd());
    if (lease === null) return;
    try {
      await work(lease);
    } finally {
      if (isStopped) await store.release(lease);
    }
  }

  return {
    jobs: [{ name: 'freeze the round', everyMs: EVERY_MS, run }],
    /** Ends after the wallets that are being read; another server, or the next start, goes on. */
    stop() {
      isStopped = true;
    },
  };
}
