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
  /** When the chain was read that showed every card in the wallet. */
  readonly readAt: Date;
}

const COLUMNS = `id, seq, wallet, card_ids as "cardIds", entry_count as "entryCount",
  registered_at as "registeredAt", has_required_cards as "hasRequiredCards", checked_at as "checkedAt"`;

export type EntryStore = ReturnType<typeof entryStore>;

export function entryStore(sql: Sql) {
  const columns = sql.unsafe(COLUMNS);

  async function claim(tx: Transaction, entryId: string, cardIds: readonly string[]) {
    // Sorted, so that two transactions that want the same cards wait for each other in one order.
    const sorted = [...cardIds].sort();
    const claimed = await tx<{ card_id: string }[]>`
      insert into whitelist_claims (card_id, entry_id)
      select card_id, ${entryId} from unnest(${sorted}::text[]) as card_id
      on conflict (card_id) do nothing
      returning card_id`;
    return claimed.map((row) => row.card_id);
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
          if (row === undefined) throw new Taken();
          const claimed = await claim(tx, entry.id, entry.cardIds);
          if (claimed.length < entry.cardIds.length) throw new Taken();
          return row;
        })
        .catch((error: unknown) => {
          if (error instanceof Taken) return null;
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

    /** Live entries, newest first; `before` is the seq of the last one already seen. */
    async newest(limit: number, before: number | null): Promise<EntryRow[]> {
      return sql<EntryRow[]>`
        select ${columns} from whitelist_entries
        where deleted_at is null ${before === null ? sql`` : sql`and seq < ${before}`}
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
          coalesce(sum(held), 0)::int as "heldRegistrations", min(oldest) as "oldestCheckAt"
        from (
          select sum(entry_count) as entries, sum(cardinality(card_ids)) as cards,
            count(*) as registrations, count(*) filter (where has_required_cards) as held,
            min(checked_at) as oldest
          from whitelist_entries where deleted_at is null group by wallet) of_wallet`;
      return row;
    },

    async find(id: string): Promise<{ wallet: Address; isDeleted: boolean } | null> {
      const [row] = await sql<{ wallet: Address; isDeleted: boolean }[]>`
        select wallet, deleted_at is not null as "isDeleted" from whitelist_entries where id = ${id}`;
      return row ?? null;
    },

    /** Marks the entry deleted and frees its cards. Again is harmless. */
    async remove(id: string, now: Date): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`update whitelist_entries set deleted_at = ${now} where id = ${id} and deleted_at is null`;
        await tx`delete from whitelist_claims where entry_id = ${id}`;
      });
    },

    /**
     * Holds every live entry of a wallet against what it holds: cards that left are freed, cards that
     * came back are claimed again unless somebody else did meanwhile.
     * @param readAt when the chain was read; an older reading than the last check changes nothing
     * @returns how many entries changed their verdict
     */
    async recheck(wallet: Address, holds: ReadonlySet<string>, readAt: Date): Promise<number> {
      return sql.begin(async (tx) => {
        const entries = await tx<{ id: string; cardIds: string[]; hasRequiredCards: boolean }[]>`
          select id, card_ids as "cardIds", has_required_cards as "hasRequiredCards"
          from whitelist_entries
          where wallet = ${wallet} and deleted_at is null and checked_at <= ${readAt}
          order by id for update`;
        if (entries.length === 0) return 0;
        let changed = 0;
        for (const entry of entries) {
          const gone = entry.cardIds.filter((id) => !holds.has(id));
          if (gone.length > 0) {
            await tx`delete from whitelist_claims
              where entry_id = ${entry.id} and card_id = any(${gone}::text[])`;
          } else if (!entry.hasRequiredCards) {
            await claim(tx, entry.id, entry.cardIds);
          }
          const [count] = await tx<{ claims: number }[]>`
            select count(*)::int as claims from whitelist_claims where entry_id = ${entry.id}`;
          const hasRequired = count?.claims === entry.cardIds.length;
          if (hasRequired !== entry.hasRequiredCards) changed += 1;
          await tx`update whitelist_entries
            set has_required_cards = ${hasRequired}, checked_at = ${readAt} where id = ${entry.id}`;
        }
        return changed;
      });
    },

    /**
     * Frees these cards from entries of other wallets that were last checked before `readAt`, when
     * the chain showed the cards in `holder`.
     */
    async releaseSold(holder: Address, cardIds: readonly string[], readAt: Date): Promise<void> {
      await sql.begin(async (tx) => {
        const lapsed = await tx<{ id: string }[]>`
          select id from whitelist_entries
          where deleted_at is null and wallet <> ${holder} and checked_at < ${readAt}
            and id in (select entry_id from whitelist_claims
              where card_id = any(${cardIds as string[]}::text[]))
          order by id for update`;
        const ids = lapsed.map((entry) => entry.id);
        await tx`delete from whitelist_claims
          where entry_id = any(${ids}::text[]) and card_id = any(${cardIds as string[]}::text[])`;
        await tx`update whitelist_entries set has_required_cards = false, checked_at = ${readAt}
          where id = any(${ids}::text[])`;
      });
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

/** Rolls the transaction back when a card or the set is already taken. */
class Taken extends Error {}
