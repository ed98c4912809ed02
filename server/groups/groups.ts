/** Use cases of groups (G1, G2). */
import type { Address } from '#rules/address.ts';
import { checkGroups, type Group } from '#rules/groups.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { Sql } from '#server/db/sql.ts';
import { createGroupStore, type GroupSet } from './group-store.ts';

/** What groups need of the cards feature; wired in app.ts, so that features stay apart. */
interface KnownCards {
  /**
   * `held`: all ids in the wallet's last good reading. `known`: these, and those of `cardIds` that
   * have left the wallet.
   */
  classify(
    wallet: Address,
    cardIds: readonly string[],
  ): Promise<{ held: ReadonlySet<string>; known: ReadonlySet<string> }>;
}

/** Keys cost nothing: with 100 groups each of those without a card could leave 130 kB of names behind. */
const MOST_WITHOUT_CARDS = 3;

interface SavedGroups extends GroupSet {
  /** Cards removed from their group because they left the wallet. */
  readonly dropped: string[];
}

export type Groups = ReturnType<typeof createGroups>;

interface GroupDependencies {
  readonly sql: Sql;
  readonly cards: KnownCards;
  readonly clock: Clock;
}

export function createGroups({ sql, cards, clock }: GroupDependencies) {
  const store = createGroupStore(sql);

  /** What is stored was held when it was saved, also if it left before that was noted. Refusal group-token-unknown. */
  async function requireStored(wallet: Address, cardIds: readonly string[]): Promise<void> {
    const stored = new Set((await store.read(wallet)).groups.flatMap((group) => group.cardIds));
    const unknown = cardIds.find((id) => !stored.has(id));
    if (unknown !== undefined) throw new Refusal('group-token-unknown', { card: unknown });
  }

  /** Refusal no-cards-to-group. Who had cards keeps what is there. */
  async function requireStoredBefore(wallet: Address, count: number): Promise<void> {
    if ((await store.read(wallet)).groups.length >= count) return;
    throw new Refusal('no-cards-to-group', { most: MOST_WITHOUT_CARDS });
  }

  return {
    read: store.read,

    /**
     * Replaces all groups of a wallet.
     * @param expected versions the caller may have read; null skips the check
     * Refusals: those of checkGroups, no-cards-to-group, group-token-unknown, groups-changed-elsewhere.
     */
    async save(
      wallet: Address,
      wanted: readonly Group[],
      expected: readonly string[] | null,
    ): Promise<SavedGroups> {
      const checked = checkGroups(wanted);
      const named = checked.flatMap((group) => group.cardIds);
      const { held, known } = await cards.classify(wallet, named);
      if (known.size === 0 && checked.length > MOST_WITHOUT_CARDS)
        await requireStoredBefore(wallet, checked.length);
      const unknown = named.filter((id) => !known.has(id));
      if (unknown.length > 0) await requireStored(wallet, unknown);
      const groups = checked.map((group) => ({
        ...group,
        cardIds: group.cardIds.filter((id) => held.has(id)),
      }));
      const version = await store.replace(wallet, groups, expected, clock.now());
      if (version === null) throw new Refusal('groups-changed-elsewhere');
      return { version, groups, dropped: named.filter((id) => !held.has(id)) };
    },
  };
}
