/** Holding the whole list against the chain because the admin says so (W3, W5). */
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { Entries } from './entries.ts';
import type { RecheckRow, RecheckStore } from './recheck-store.ts';

/** How often a step is taken while a re-check runs, in ms. */
const STEP_EVERY_MS = 1_000;
/** Wallets of one step, read together: people who wait for their own sync come first. */
const WALLETS_PER_STEP = 6;
/** A verdict younger than this is not made again, in seconds (the age that H4 lets a gate rest on). */
const FRESH_SECONDS = 60;
/** After so many steps in a row without any answer the chain is away, and the rest is left for another time. */
const MOST_SETBACKS = 3;

export interface RecheckParts {
  readonly store: RecheckStore;
  readonly entries: Pick<Entries, 'check'>;
  readonly bus: Bus;
  readonly clock: Clock;
}

export type Rechecks = ReturnType<typeof createRechecks>;

export function createRechecks({ store, entries, bus, clock }: RecheckParts) {
  /** Some wallets of the re-check that runs, if one does. Where it stands is in the database. */
  async function step(): Promise<void> {
    const step = await store.take(WALLETS_PER_STEP, clock.now());
    if (step === null) return;
    const answers = await Promise.allSettled(
      step.wallets.map((wallet) => entries.check(wallet, FRESH_SECONDS)),
    );
    const checked = answers.filter((one) => one.status === 'fulfilled' && one.value).length;
    const isFault = (answer: (typeof answers)[number]) => answer.status === 'rejected';
    // A chain that is away answers for nobody; wallets that cannot be checked stop no other.
    if (checked === 0 && !answers.every(isFault))
      await store.setBack(step, MOST_SETBACKS, clock.now());
    else await store.record(step, checked, answers.length - checked);
    bus.publish('whitelist-changed', {});
    // Counted like a chain that is away, but somebody should hear of it.
    const fault = answers.find(isFault);
    if (fault !== undefined) throw fault.reason;
  }

  return {
    latest: (): Promise<RecheckRow | null> => store.latest(),

    /** Begins a re-check of every verdict that is not fresh. While one runs it is answered instead. */
    async request(by: Address): Promise<RecheckRow | null> {
      const now = clock.now();
      await store.begin(by, now, new Date(now.getTime() - FRESH_SECONDS * 1000));
      return store.latest();
    },

    jobs: [{ name: 'recheck the whole whitelist', everyMs: STEP_EVERY_MS, run: step }],
  };
}
