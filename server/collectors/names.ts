/** Which names may be chosen, how often, and what becomes of names that nobody claimed (N1-N3). */
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import { chooseName } from '#rules/collectors.ts';
import {
  GIVEN_UP_NAME_MS,
  NAME_CHANGE_WINDOW_MS,
  NAME_CHANGES_A_DAY,
  waitForChange,
  waitInWords,
} from '#rules/kept-names.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { NameChangeLimits, StoredProfileChange } from './collector-store.ts';
import { isAdminName, lookAlikeKeys, looksReserved } from './look-alikes.ts';
import type { NameStore } from './name-store.ts';

interface NameDependencies {
  readonly store: NameStore;
  readonly settings: {
    readonly adminWallet: Address | null;
    /** Multiplies how often a name may be changed. */
    readonly rateLimitFactor: number;
  };
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

const CLAIM_EVERY_MS = 10_000;
const NAMES_PER_BATCH = 500;
/** A pass ends after these, so that a stop need not wait for a million names. */
const MAX_BATCHES = 200;
const REMOVE_EVERY_MS = 60 * 60 * 1000;

export type Names = ReturnType<typeof createNames>;

export function createNames(dependencies: NameDependencies) {
  const { store, bus, clock, log } = dependencies;
  const { adminWallet, rateLimitFactor } = dependencies.settings;
  const changesADay = Math.max(1, Math.floor(NAME_CHANGES_A_DAY * rateLimitFactor));
  const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);

  /** Names from before there were claims, and of servers that know none. */
  async function claimUnclaimed(): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const found = await store.unclaimed(NAMES_PER_BATCH);
      if (found.length === 0) return;
      const names = found.map((one) => ({ ...one, keys: lookAlikeKeys(one.name) }));
      const clashing = await store.settle(names, clock.now(), ago(GIVEN_UP_NAME_MS));
      if (clashing.length > 0) {
        log.warn(
          { wallets: clashing },
          'these names look like those of other collectors; they stay',
        );
      }
      for (const wallet of clashing) bus.publish('collector-changed', { wallet });
    }
  }

  return {
    jobs: [
      { name: 'claim names', everyMs: CLAIM_EVERY_MS, run: claimUnclaimed },
      {
        name: 'free names given up',
        everyMs: REMOVE_EVERY_MS,
        run: () => store.removeFree(ago(GIVEN_UP_NAME_MS)),
      },
    ],

    /** @throws Refusal a reason of `chooseName`, or `name-kept-for-admin` */
    choose(wallet: Address, text: string): NonNullable<StoredProfileChange['name']> {
      const name = chooseName(text);
      if (looksReserved(name)) throw new Refusal('name-reserved-shape');
      if (wallet !== adminWallet && isAdminName(name)) throw new Refusal('name-kept-for-admin');
      return { name, keys: lookAlikeKeys(name) };
    },

    /** For a change at this moment. Refusals of its check: name-changed-too-often. */
    changeLimits(): NameChangeLimits {
      const at = clock.now();
      return {
        at,
        freeSince: ago(GIVEN_UP_NAME_MS),
        countSince: ago(NAME_CHANGE_WINDOW_MS),
        check(changes) {
          const ms = waitForChange(changes, at, changesADay);
          if (ms <= 0) return;
          const seconds = Math.ceil(ms / 1000);
          throw new Refusal('name-changed-too-often', {
            max: changesADay,
            wait: waitInWords(ms),
            seconds,
          });
        },
      };
    },
  };
}
