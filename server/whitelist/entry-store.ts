/** All SQL of the whitelist. */
import type { Address } from '#rules/address.ts';
import type { Sql, Transaction } from '#server/db/open.ts';

export interface EntryRow {
  readonly id: string;
  readonly seq: number;
  readonly wallet: Address;
  readonly cardIds: string[];
  readonly entryCount: number;
  readonly registeredAt: Date;
  readonly hasRequiredCards: boolean;
  readonly checkedAt: Date;
}

/** The whole list in numbers. */
export interface TotalsRow {
  readonly totalEntries: number;
  readonly uniqueWallets: number;
  readonly nftsSelected: number;
  readonly registrations: number;
  /** The same four of those that still hold their cards. */
  readonly heldEntries: number;
  readonly heldWallets: number;
  readonly heldNfts: number;
  readonly heldRegistrations: number;
  readonly oldestCheckAt: Date | null;
}

export interface NewEntry {
  readonly id: string;
  readonly wallet: Address;
  readonly cardIds: readonly string[];
  readonly selectionHash: Buffer;
  readonly entryCount: number;
  readonly now: Date;
  /** When the reading began that showed every card in the wallet (A2). */
  readonly readAt: Date;
}

/** What a check changed. */
export interface Rechecked {
  /** How many entries have another verdict. */
  readonly changed: number;
  /** Cards that back no entry any more. */
  readonly freed: readonly string[];
}

const COLUMNS = `id, seq, wallet, card_ids as "cardIds", entry_count as "entryCount",
  registered_at as "registeredAt", has_required_cards as "hasRequiredCards",
  greatest(checked_at, lost_at) as "checkedAt"`;

export type EntryStore = ReturnType<typeof createEntryStore>;

export function createEntryStore(sql: Sql) {
  const columns = sql.unsafe(COLUMNS);

  /**
   * Everybody locks in one order, so that nobody waits for somebody who waits for them: entries by id,
   * then claims to be made by card. Claims are given up last: whoever deletes one has locked its entry.
   */
  async function claim(tx: Transaction, wanted: readonly Claim[]): Promise<number> {
    const sorted = [...wanted].sort(
      (a, b) => Number(a.cardId > b.cardId) - Number(a.cardId < b.cardId),
    );
    const { count } = await tx`
      INSERT INTO whitelist_claims (card_id, entry_id)
      SELECT card_id, entry_id FROM unnest(
        ${sorted.map((one) => one.cardId)}::text[], ${sorted.map((one) => one.entryId)}::text[]
      ) AS wanted (card_id, entry_id)
      ON CONFLICT (card_id) DO NOTHING`;
    return count;
  }

  return {
    /**
     * Stores the entry with all its cards claimed, or nothing at all.
     * @returns the stored entry, or null when a card already backs an entry or the set exists
     */
    async insert(entry: NewEntry): Promise<EntryRow | null> {
      return sql
        .begin(async (tx) => {
          const [row] = await tx<EntryRow[]>`
            insert into whitelist_entries
              (id, wallet, card_ids, selection_hash, entry_count, registered_at, checked_at)
            values (${entry.id}, ${entry.wallet}, ${entry.cardIds as string[]}::text[],
              ${entry.selectionHash}, ${entry.entryCount}, ${entry.now}, ${entry.readAt})
            on conflict (wallet, selection_hash) where deleted_at is null do nothing
            returning ${columns}`;
          if (row === undefined) throw new TakenError();
          const claimed = await claim(tx, claimsOf(entry));
          if (claimed < entry.cardIds.length) throw new TakenError();
          return row;
        })
        .catch((error: unknown) => {
          if (error instanceof TakenError) return null;
          throw error;
        });
    },

    /** The live entry of this wallet over exactly this set of cards. */
    async findSame(wallet: Address, selectionHash: Buffer): Promise<EntryRow | null> {
      const [row] = await sql<EntryRow[]>`
        select ${columns} from whitelist_entries
        where wallet = ${wallet} and selection_hash = ${selectionHash} and deleted_at is null`;
      return row ?? null;
    },

    /** Which of these cards back a live entry, and whose it is. */
    async backing(cardIds: readonly string[]): Promise<{ cardId: string; wallet: Address }[]> {
      return sql<{ cardId: string; wallet: Address }[]>`
        select c.card_id as "cardId", e.wallet
        from whitelist_claims c join whitelist_entries e on e.id = c.entry_id
        where c.card_id = any(${cardIds as string[]}::text[])
        order by c.card_id`;
    },

    async ofWallet(wallet: Address): Promise<EntryRow[]> {
      return sql<EntryRow[]>`
        select ${columns} from whitelist_entries
        where wallet = ${wallet} and deleted_at is null order by seq desc`;
    },

    /**
     * Live entries, newest first; `before` is the seq of the last one already seen.
     * @param isHeldOnly only those that still hold their cards
     */
    async newest(limit: number, before: number | null, isHeldOnly: boolean): Promise<EntryRow[]> {
      return sql<EntryRow[]>`
        select ${columns} from whitelist_entries
        where deleted_at is null ${isHeldOnly ? sql`and has_required_cards` : sql``}
          ${before === null ? sql`` : sql`and seq < ${before}`}
        order by seq desc limit ${limit}`;
    },

    /** Where an entry stands in the order of registering; deleted ones keep their place. */
    async seqOf(id: string): Promise<number | null> {
      const [row] = await sql<{ seq: number }[]>`
        select seq from whitelist_entries where id = ${id}`;
      return row?.seq ?? null;
    },

    /** Reads the whole list: for whoever keeps the answer. */
    async totals(): Promise<TotalsRow> {
      // By wallet first: one pass that hashes, where count(distinct) would sort.
      const [row] = await sql<[TotalsRow]>`
        select coalesce(sum(entries), 0)::int as "totalEntries", count(*)::int as "uniqueWallets",
          coalesce(sum(cards), 0)::int as "nftsSelected",
          coalesce(sum(registrations), 0)::int as registrations,
          coalesce(sum(held_entries), 0)::int as "heldEntries",
          count(*) filter (where held > 0)::int as "heldWallets",
          coalesce(sum(held_cards), 0)::int as "heldNfts",
          coalesce(sum(held), 0)::int as "heldRegistrations", min(oldest) as "oldestCheckAt"
        from (
          select sum(entry_count) as entries, sum(cardinality(card_ids)) as cards,
            count(*) as registrations, count(*) filter (where has_required_cards) as held,
            sum(entry_count) filter (where has_required_cards) as held_entries,
            sum(cardinality(card_ids)) filter (where has_required_cards) as held_cards,
            min(greatest(checked_at, lost_at)) as oldest
          from whitelist_entries where deleted_at is null group by wallet) of_wallet`;
      return row;
    },

    async find(id: string): Promise<{ wallet: Address; isDeleted: boolean } | null> {
      const [row] = await sql<{ wallet: Address; isDeleted: boolean }[]>`
        select wallet, deleted_at is not null as "isDeleted" from whitelist_entries where id = ${id}`;
      return row ?? null;
    },

    /** Marks the entry deleted and frees its cards, which are answered. Again is harmless. */
    async remove(id: string, now: Date): Promise<string[]> {
      return sql.begin(async (tx) => {
        await tx`update whitelist_entries set deleted_at = ${now} where id = ${id} and deleted_at is null`;
        const freed = await tx<{ cardId: string }[]>`
          delete from whitelist_claims where entry_id = ${id} returning card_id as "cardId"`;
        return freed.map((row) => row.cardId);
      });
    },

    /**
     * Holds every live entry of a wallet against what it holds: cards that left are freed, cards that
     * came back are claimed again unless somebody else did meanwhile.
     * @param readAt when the reading began; one that began before the last check changes nothing, and
     *   one that began before another wallet showed a card of the entry brings none back (A2)
     */
    async recheck(wallet: Address, holds: ReadonlySet<string>, readAt: Date): Promise<Rechecked> {
      return sql.begin(async (tx) => {
        const entries = await tx<
          (Pick<EntryRow, 'id' | 'cardIds' | 'hasRequiredCards'> & {
            isNewest: boolean;
          })[]
        >`
          select id, card_ids as "cardIds", has_required_cards as "hasRequiredCards",
            coalesce(lost_at <= ${readAt}, true) as "isNewest"
          from whitelist_entries
          where wallet = ${wallet} and deleted_at is null and checked_at <= ${readAt}
          order by id for update`;
        const isWhole = (entry: Claiming) => entry.cardIds.every((id) => holds.has(id));
        const back = entries.filter(
          (entry) => isWhole(entry) && !entry.hasRequiredCards && entry.isNewest,
        );
        await claim(tx, back.flatMap(claimsOf));
        const gone = entries.flatMap(claimsOf).filter(({ cardId }) => !holds.has(cardId));
        const freed = await tx<{ id: string }[]>`
          DELETE FROM whitelist_claims WHERE (entry_id, card_id) IN (
            SELECT * FROM unnest(
              ${gone.map((one) => one.entryId)}::text[], ${gone.map((one) => one.cardId)}::text[]))
          RETURNING card_id AS id`;
        const checked = await tx<{ id: string; hasRequiredCards: boolean }[]>`
          UPDATE whitelist_entries SET checked_at = ${readAt}, has_required_cards =
            cardinality(card_ids) = (SELECT count(*) FROM whitelist_claims WHERE entry_id = id)
          WHERE id = ANY(${entries.map((entry) => entry.id)}::text[])
          RETURNING id, has_required_cards AS "hasRequiredCards"`;
        const before = new Map(entries.map((entry) => [entry.id, entry.hasRequiredCards]));
        const changed = checked.filter((now) => now.hasRequiredCards !== before.get(now.id)).length;
        return { changed, freed: freed.map(({ id }) => id) };
      });
    },

    /**
     * Frees these cards from entries of other wallets whose last check began before `readAt`, when the
     * reading began that showed the cards in `holder`.
     * @returns how many entries lapsed by it
     */
    async releaseSold(holder: Address, cardIds: readonly string[], readAt: Date): Promise<number> {
      return sql.begin(async (tx) => {
        const lapsed = await tx<{ id: string }[]>`
          select id from whitelist_entries
          where deleted_at is null and wallet <> ${holder} and checked_at < ${readAt}
            and id in (select entry_id from whitelist_claims
              where card_id = any(${cardIds as string[]}::text[]))
          order by id for update`;
        const ids = lapsed.map((entry) => entry.id);
        await tx`delete from whitelist_claims
          where entry_id = any(${ids}::text[]) and card_id = any(${cardIds as string[]}::text[])`;
        await tx`update whitelist_entries
          set has_required_cards = false, lost_at = greatest(lost_at, ${readAt})
          where id = any(${ids}::text[])`;
        return ids.length;
      });
    },

    /** Of these wallets, those with a lapsed entry over one of these cards. */
    async lapsedOver(cardIds: readonly string[], of: readonly Address[]): Promise<Address[]> {
      const rows = await sql<{ wallet: Address }[]>`
        select distinct wallet from whitelist_entries
        where wallet = any(${of as Address[]}::text[]) and deleted_at is null
          and not has_required_cards and card_ids && ${cardIds as string[]}::text[]`;
      return rows.map((row) => row.wallet);
    },

    /**
     * Wallets with live entries whose last check is older than `before`. By lot, so that wallets that
     * cannot be read do not keep the others waiting for ever.
     */
    async due(before: Date, limit: number): Promise<Address[]> {
      const rows = await sql<{ wallet: Address }[]>`
        select wallet from whitelist_entries
        where deleted_at is null and checked_at < ${before}
        group by wallet order by random() limit ${limit}`;
      return rows.map((row) => row.wallet);
    },
  };
}

interface Claim {
  readonly entryId: string;
  readonly cardId: string;
}

type Claiming = Pick<EntryRow, 'id'> & { readonly cardIds: readonly string[] };

const claimsOf = ({ id, cardIds }: Claiming): Claim[] =>
  cardIds.map((cardId) => ({ entryId: id, cardId }));

/** Rolls the transaction back when a card or the set is already taken. */
class TakenError extends Error {
  override name = 'TakenError';
}
