/** Re-checks of the whole list, started by the admin (W3, W5). */
import type { Address } from '#rules/address.ts';
import { GATE_MAX_AGE_SECONDS } from '#rules/cards.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Entries } from './entries.ts';
import type { RecheckRow, RecheckStore } from './recheck-store.ts';

const EVERY_MS = 1_000;
/** Few, because users who wait for their own sync come first. */
const WALLETS_PER_BATCH = 6;
/** After this many batches in a row without any answer the chain counts as down and the re-check ends. */
const MOST_SETBACKS = 3;

interface RecheckDependencies {
  readonly store: RecheckStore;
  readonly entries: Pick<Entries, 'check'>;
  /** Rejects while the chain cannot be reached. */
  readonly checkpoint: () => Promise<unknown>;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Rechecks = ReturnType<typeof createRechecks>;

export function createRechecks(dependencies: RecheckDependencies) {
  const { store, entries, checkpoint, bus, clock } = dependencies;
  const isChainThere = () =>
    checkpoint().then(
      () => true,
      () => false,
    );

  /** Checks the next wallets of the running re-check. Its progress is in the database. */
  async function checkBatch(): Promise<void> {
    const batch = await store.take(WALLETS_PER_BATCH, clock.now());
    if (batch === null) return;
    const answers = await Promise.allSettled(
      batch.wallets.map((wallet) => entries.check(wallet, GATE_MAX_AGE_SECONDS)),
    );
    const checked = answers.filter((one) => one.status === 'fulfilled' && one.value).length;
    const isFault = (answer: (typeof answers)[number]) => answer.status === 'rejected';
    // Wallets that cannot be read do not stop the others, also when they are all of a batch.
    const isSilent = checked === 0 && !answers.every(isFault);
    if (isSilent && !(await isChainThere())) await store.setBack(batch, MOST_SETBACKS, clock.now());
    else await store.record(batch, checked, answers.length - checked);
    bus.publish('whitelist-changed', {});
    // A fault counts as unreachable, and must appear in the log.
    const fault = answers.find(isFault);
    if (fault !== undefined) throw fault.reason;
  }

  return {
    latest: (): Promise<RecheckRow | null> => store.latest(),

    /** Begins a re-check of every entry not checked within the last 60 s; while one runs, returns that one. */
    async request(by: Address): Promise<RecheckRow | null> {
      const now = clock.now();
      await store.begin(by, now, new Date(now.getTime() - GATE_MAX_AGE_SECONDS * 1000));
      return store.latest();
    },

    jobs: [{ name: 'recheck the whole whitelist', everyMs: EVERY_MS, run: checkBatch }],
  };
}
