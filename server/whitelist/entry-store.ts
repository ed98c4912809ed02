/** All SQL of whitelist entries. */
import type { WhitelistTotals } from '#contract/whitelist.ts';
import type { Address } from '#rules/address.ts';
import { WHITELIST_PAGE_ENTRIES } from '#rules/whitelist.ts';
import type { WhitelistSearch } from '#rules/whitelist-search.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Fragment, Queries } from '#server/db/tag.ts';
import { claimCards, claimsOf } from './claim-store.ts';
import { lockOpenRound } from './round-store.ts';

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

/** An entry that was looked for, with its collector's chosen name. */
export type FoundRow = EntryRow & { readonly name: string | null };

/** A part of the list: which entries, from where, and how many. */
export interface Page {
  readonly limit: number;
  /** seq; only older entries. */
  readonly before: number | null;
  /** Only entries that still hold their cards. */
  readonly isHeldOnly: boolean;
}

export type TotalsRow = Omit<WhitelistTotals, 'oldestCheckAt'> & {
  readonly oldestCheckAt: Date | null;
};

interface OwnerRow {
  readonly wallet: Address;
  /** Also once the next round has begun. */
  readonly isDeleted: boolean;
  /** The round in whose frozen list it stands, once the next one has begun; else null. */
  readonly frozenIn: number | null;
}

interface NewEntry {
  readonly id: string;
  readonly wallet: Address;
  readonly cardIds: readonly string[];
  readonly selectionHash: Buffer;
  readonly entryCount: number;
  readonly now: Date;
  /** When the reading began that showed every card in the wallet (A2). */
  readonly readAt: Date;
}

export type EntryStore = ReturnType<typeof createEntryStore>;

export function createEntryStore(sql: Sql) {
  const columns = columnsOf(sql);
  return {
    /**
     * Stores the entry and claims all its cards, or stores nothing.
     * @returns the stored entry, or null when a card already backs an entry or the set exists
     * @throws Refusal when the round is not open
     */
    async insert(entry: NewEntry): Promise<EntryRow | null> {
      return sql
        .begin(async (tx) => {
          await lockOpenRound(tx, entry.now);
          // Most clashes: a thousand claims would be written and taken back.
          const [taken] = await tx`
            SELECT FROM whitelist_claims WHERE card_id = ANY(${entry.cardIds}::text[]) LIMIT 1`;
          if (taken !== undefined) throw new TakenError();
          const [row] = await tx<EntryRow[]>`
            INSERT INTO whitelist_entries
              (id, wallet, card_ids, selection_hash, entry_count, registered_at, checked_at)
            VALUES (${entry.id}, ${entry.wallet}, ${entry.cardIds}::text[],
              ${entry.selectionHash}, ${entry.entryCount}, ${entry.now}, ${entry.readAt})
            ON CONFLICT (wallet, selection_hash) WHERE deleted_at IS NULL DO NOTHING
            RETURNING ${columns}`;
          if (row === undefined) throw new TakenError();
          const claimed = await claimCards(tx, claimsOf(entry));
          if (claimed < entry.cardIds.length) throw new TakenError();
          return row;
        })
        .catch((error: unknown) => {
          if (error instanceof TakenError) return null;
          throw error;
        });
    },

    /** The live entry of this wallet with exactly this set of cards. */
    async findSame(wallet: Address, selectionHash: Buffer): Promise<EntryRow | null> {
      const [row] = await sql<EntryRow[]>`
        SELECT ${columns} FROM whitelist_entries
        WHERE wallet = ${wallet} AND selection_hash = ${selectionHash} AND deleted_at IS NULL`;
      return row ?? null;
    },

    async ofWallet(wallet: Address): Promise<EntryRow[]> {
      return sql<EntryRow[]>`
        SELECT ${columns} FROM whitelist_entries
        WHERE wallet = ${wallet} AND deleted_at IS NULL ORDER BY seq DESC`;
    },

    /** Live entries, newest first. */
    async newest({ limit, before, isHeldOnly }: Page): Promise<EntryRow[]> {
      return pageOf<EntryRow>(
        sql,
        sql`
          SELECT ${columns} FROM whitelist_entries
          WHERE deleted_at IS NULL ${isHeldOnly ? sql`AND has_required_cards` : sql``}
            ${before === null ? sql`` : sql`AND seq < ${before}`}
          ORDER BY seq DESC LIMIT ${limit}`,
      );
    },

    /** Live entries of the wallets that fit, newest first. */
    async find(search: WhitelistSearch, page: Page): Promise<FoundRow[]> {
      return findEntries(sql, search, page);
    },

    /** Also of a deleted entry, so that it can still mark a page. */
    async seqOf(id: string): Promise<number | null> {
      const [row] = await sql<{ seq: number }[]>`
        SELECT seq FROM whitelist_entries WHERE id = ${id}`;
      return row?.seq ?? null;
    },

    /** Reads the whole table, so the result should be cached. */
    async totals(): Promise<TotalsRow> {
      // Grouping by wallet first uses hashing; count(DISTINCT) would sort.
      const [row] = await sql<[TotalsRow]>`
        SELECT coalesce(sum(entries), 0)::int AS "totalEntries", count(*)::int AS "uniqueWallets",
          coalesce(sum(cards), 0)::int AS "nftsSelected",
          coalesce(sum(registrations), 0)::int AS registrations,
          coalesce(sum(held_entries), 0)::int AS "heldEntries",
          count(*) FILTER (WHERE held > 0)::int AS "heldWallets",
          coalesce(sum(held_cards), 0)::int AS "heldNfts",
          coalesce(sum(held), 0)::int AS "heldRegistrations", min(oldest) AS "oldestCheckAt"
        FROM (
          SELECT sum(entry_count) AS entries, sum(cardinality(card_ids)) AS cards,
            count(*) AS registrations, count(*) FILTER (WHERE has_required_cards) AS held,
            sum(entry_count) FILTER (WHERE has_required_cards) AS held_entries,
            sum(cardinality(card_ids)) FILTER (WHERE has_required_cards) AS held_cards,
            min(greatest(checked_at, lost_at)) AS oldest
          FROM whitelist_entries WHERE deleted_at IS NULL GROUP BY wallet) of_wallet`;
      return row;
    },

    async ownerOf(id: string): Promise<OwnerRow | null> {
      const [row] = await sql<OwnerRow[]>`
        SELECT wallet, deleted_at IS NOT NULL AS "isDeleted",
          CASE WHEN deleted_at IS NOT NULL THEN (
            SELECT verdict.round_id FROM whitelist_rounds AS round
            JOIN whitelist_round_verdicts AS verdict ON verdict.round_id = round.id
            WHERE verdict.wallet = entry.wallet AND verdict.seq = entry.seq) END AS "frozenIn"
        FROM whitelist_entries AS entry WHERE id = ${id}`;
      return row ?? null;
    },

    /**
     * Marks an entry of the wallet as deleted and frees its cards. Idempotent.
     * @returns the freed cards
     * @throws Refusal when the round is not open
     */
    async remove(id: string, wallet: Address, now: Date): Promise<string[]> {
      return sql.begin(async (tx) => {
        await lockOpenRound(tx, now);
        await tx`UPDATE whitelist_entries SET deleted_at = ${now} WHERE id = ${id} AND deleted_at IS NULL`;
        const freed = await tx<{ cardId: string }[]>`
          DELETE FROM whitelist_claims WHERE entry_id = ${id} RETURNING card_id AS "cardId"`;
        await forgetTakenBack(tx, wallet, now);
        return freed.map((row) => row.cardId);
      });
    },
  };
}

function columnsOf(sql: Queries) {
  return sql`
    id, seq, wallet, card_ids AS "cardIds", entry_count AS "entryCount",
    registered_at AS "registeredAt", has_required_cards AS "hasRequiredCards",
    greatest(checked_at, lost_at) AS "checkedAt"`;
}

/** Of each wallet so many are kept after an hour; until then one may mark a page that somebody reads on from. */
const TAKEN_BACK_KEPT = 100;
const FORGOTTEN_AT_ONCE = 100;

/** Else whoever registers and takes back, twice a second, would fill the disk. */
async function forgetTakenBack(tx: Queries, wallet: Address, now: Date): Promise<void> {
  await tx`
    DELETE FROM whitelist_entries WHERE id IN (
      SELECT id FROM whitelist_entries
      WHERE wallet = ${wallet} AND deleted_at < ${now} - interval '1 hour'
      ORDER BY seq DESC OFFSET ${TAKEN_BACK_KEPT} LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
}

/** The statement of `find`, so that a test can have it explained. */
export function findEntries(
  sql: Queries,
  search: WhitelistSearch,
  { limit, before, isHeldOnly }: Page,
) {
  // Who fits comes first: with a small limit the planner would look every entry's collector up, newest entry first.
  const isByName = search.by === 'name';
  const found = sql`
    ${isByName ? sql`WITH fitting AS MATERIALIZED (SELECT wallet, name FROM collectors WHERE ${fits(sql, search)})` : sql``}
    SELECT ${columnsOf(sql)}, name
    FROM whitelist_entries ${isByName ? sql`JOIN fitting` : sql`LEFT JOIN collectors`} USING (wallet)
    WHERE deleted_at IS NULL ${isByName ? sql`` : sql`AND ${fits(sql, search)}`}
      ${isHeldOnly ? sql`AND has_required_cards` : sql``}
      ${before === null ? sql`` : sql`AND seq < ${before}`}
    ORDER BY seq DESC LIMIT ${limit}`;
  return pageOf<FoundRow>(sql, found);
}

/** The rows up to the one that fills the page. Counted without reading card ids: those of many cards lie elsewhere. */
function pageOf<T extends EntryRow>(sql: Queries, rows: Fragment) {
  return sql<T[]>`
    SELECT * FROM (
      SELECT *, sum("entryCount") OVER (ORDER BY seq DESC) - "entryCount" AS ahead
      FROM (${rows}) AS listed) AS counted
    WHERE ahead < ${WHITELIST_PAGE_ENTRIES} ORDER BY seq DESC`;
}

function fits(sql: Queries, search: WhitelistSearch) {
  if (search.by === 'name') {
    const quoted = search.words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`);
    return sql`name IS NOT NULL AND name_words(name) @@ lower(${quoted.join(' & ')}::text)::tsquery`;
  }
  const { start, end } = search;
  const begins = sql`wallet >= ${start}::text AND wallet < ${`${start}g`}::text`;
  if (end === null) return begins;
  const ends = sql`right(wallet, 4) = ${end}`;
  return start === '0x' ? ends : sql`${begins} AND ${ends}`;
}

/** Rolls the transaction back when a card or the set is taken. */
class TakenError extends Error {
  override name = 'TakenError';
}
