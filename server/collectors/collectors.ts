/** Use cases of collectors (I5, N1-N3, H7). */
import type { Address } from '#rules/address.ts';
import type { CollectorPreview } from '#rules/link-previews.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import type { CollectorRow, CollectorStore, StoredProfileChange } from './collector-store.ts';
import { viewPreview } from './collector-view.ts';
import type { Names } from './names.ts';

interface CollectorDependencies {
  readonly store: CollectorStore;
  readonly names: Names;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** A collector without cards, name and session is removed after this time. */
const EMPTY_LIFE_MS = 24 * 60 * 60 * 1000;
const REMOVE_EVERY_MS = 10 * 60 * 1000;

export type Collectors = ReturnType<typeof createCollectors>;

export function createCollectors({ store, names, bus, clock }: CollectorDependencies) {
  /** @throws Refusal `user-unknown` */
  async function get(wallet: Address): Promise<CollectorRow> {
    const row = await store.find(wallet);
    if (row === null) throw new Refusal('user-unknown');
    return row;
  }

  /** Creates the collector unless there is one. Never changes a name or a count. */
  const ensure = (wallet: Address): Promise<void> => store.create(wallet, clock.now());

  /** Without this, invented addresses would fill the database. */
  async function removeEmpty(): Promise<void> {
    await store.removeEmpty(new Date(clock.now().getTime() - EMPTY_LIFE_MS));
  }

  return {
    get,
    /** What the cards feature records of collectors. */
    records: {
      ensure,
      isKnown: async (wallet: Address) => (await store.find(wallet)) !== null,
      recordCount: store.recordCount,
      recordMove: store.recordMove,
      recordReading: store.recordReading,
      recordFailedReading: store.recordFailedReading,
    },
    jobs: [{ name: 'remove empty collectors', everyMs: REMOVE_EVERY_MS, run: removeEmpty }],

    /** For link previews; null for a wallet without a collector. */
    async preview(wallet: Address): Promise<CollectorPreview | null> {
      const row = await store.find(wallet);
      return row === null ? null : viewPreview(row);
    },

    async createOrGet(wallet: Address): Promise<CollectorRow> {
      await ensure(wallet);
      return get(wallet);
    },

    /**
     * @param takeShare called before a wallet without a card takes a name
     * @throws Refusal a reason of `names.choose` or `names.changeLimits`, `user-unknown`, `name-taken`, or `picture-not-held`, those of `takeShare`
     */
    async changeProfile(
      wallet: Address,
      {
        name,
        pictureCard,
        ...others
      }: Omit<StoredProfileChange, 'name'> & { name?: string | undefined },
      takeShare: TakeShare,
    ): Promise<CollectorRow> {
      // A field that is not handed on does not compile: a text needs its rule first.
      others satisfies Record<string, never>;
      const chosen = name === undefined ? undefined : names.choose(wallet, name);
      if (chosen !== undefined && (await get(wallet)).nftCount === 0) await takeShare();
      await store.setProfile(wallet, { name: chosen, pictureCard }, names.changeLimits());
      const row = await get(wallet);
      bus.publish('collector-changed', { wallet });
      return row;
    },
  };
}
