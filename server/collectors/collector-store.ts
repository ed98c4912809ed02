/** All SQL about collectors. */
import type { Address } from '#rules/address.ts';
import type { CountGroup } from '#rules/collectors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

/** A collector as stored, with the picture of the card they chose. */
export interface CollectorRow {
  readonly wallet: Address;
  readonly name: string | null;
  readonly pictureUrl: string | null;
  readonly nftCount: number;
  readonly syncedAt: Date | null;
  readonly isStale: boolean;
  readonly createdAt: Date;
}

export type RankedRow = Pick<CollectorRow, 'wallet' | 'pictureUrl' | 'nftCount'> & {
  readonly name: string;
};

export interface Totals {
  readonly cards: number;
  readonly seenWallets: number;
  readonly collections: number;
}

/** Counting millions of cards takes seconds. */
const TOTALS_TIMEOUT = '60s';

/** What is left out stays; null takes the picture away. */
export interface ProfileChange {
  readonly name?: string | undefined;
  readonly pictureCard?: Address | null | undefined;
}

export type CollectorStore = ReturnType<typeof createCollectorStore>;

export function createCollectorStore(sql: Sql) {
  async function find(wallet: Address): Promise<CollectorRow | null> {
    const [row] = await sql<CollectorRow[]>`
      SELECT wallet, collectors.name, image_url AS "pictureUrl", nft_count AS "nftCount",
             synced_at AS "syncedAt", is_stale AS "isStale", created_at AS "createdAt"
      FROM collectors LEFT JOIN cards ON cards.id = picture_card
      WHERE wallet = ${wallet}`;
    return row ?? null;
  }

  return {
    find,

    /** The chosen names of these wallets; those without one are left out. */
    async names(wallets: readonly Address[]): Promise<Map<Address, string>> {
      const rows = await sql<{ wallet: Address; name: string }[]>`
        SELECT wallet, name FROM collectors
        WHERE wallet = ANY(${wallets as Address[]}) AND name IS NOT NULL`;
      return new Map(rows.map((row) => [row.wallet, row.name]));
    },

    /** Creates the collector, as never seen: anybody may name any wallet. False when it exists. */
    async create(wallet: Address, at: Date): Promise<boolean> {
      const { count } = await sql`
        INSERT INTO collectors (wallet, count_reached_at, seen_at, created_at)
        VALUES (${wallet}, ${at}, '-infinity', ${at})
        ON CONFLICT DO NOTHING`;
      return count > 0;
    },

    /**
     * Removes some who hold no card, have no name, never had a session, and whose cards nobody
     * asked for since `before`.
     * @returns how many
     */
    async forgetStrangers(before: Date, limit: number): Promise<number> {
      const { count } = await sql`
        WITH gone AS MATERIALIZED (
          SELECT wallet FROM collectors
          WHERE seen_at = '-infinity' AND name IS NULL AND nft_count = 0 AND created_at < ${before}
            AND NOT EXISTS (SELECT FROM holdings WHERE holder = wallet)
            AND NOT EXISTS (
              SELECT FROM readings WHERE readings.wallet = collectors.wallet
                AND greatest(read_at, reader_until, wanted_at) >= ${before})
          LIMIT ${limit} FOR UPDATE SKIP LOCKED),
        unread AS (DELETE FROM readings WHERE wallet IN (SELECT wallet FROM gone))
        DELETE FROM collectors WHERE wallet IN (SELECT wallet FROM gone)`;
      return count;
    },

    /** Sets what is given; false when there is no such collector, or the picture's card is not held. */
    async setProfile(wallet: Address, { name, pictureCard }: ProfileChange): Promise<boolean> {
      const card = pictureCard ?? null;
      const { count } = await sql`
        UPDATE collectors SET
          name = coalesce(${name ?? null}, name),
          picture_card = CASE WHEN ${pictureCard === undefined} THEN picture_card ELSE ${card} END
        WHERE wallet = ${wallet} AND (${card}::text IS NULL OR EXISTS (
          SELECT FROM holdings WHERE holder = ${wallet} AND card_id = ${card}))`;
      return count > 0;
    },

    /**
     * What a full reading found; inside the transaction that replaced the holdings.
     * @param at when the reading began
     */
    async recordReading(tx: Queries, wallet: Address, nftCount: number, at: Date): Promise<void> {
      await tx`
        UPDATE collectors SET
          count_reached_at = CASE WHEN nft_count = ${nftCount} AND synced_at IS NOT NULL
                                  THEN count_reached_at ELSE ${at} END,
          nft_count = ${nftCount},
          synced_at = ${at},
          is_stale = false,
          picture_card = (SELECT card_id FROM holdings
                          WHERE holder = ${wallet} AND card_id = picture_card)
        WHERE wallet = ${wallet}`;
    },

    /** A card came or went; inside the transaction that moved it. */
    async recordMove(tx: Queries, wallet: Address, at: Date): Promise<void> {
      await tx`
        UPDATE collectors SET
          nft_count = held.count,
          count_reached_at = CASE WHEN nft_count = held.count THEN count_reached_at ELSE ${at} END,
          picture_card = (SELECT card_id FROM holdings
                          WHERE holder = ${wallet} AND card_id = picture_card)
        FROM (SELECT count(*) FROM holdings WHERE holder = ${wallet}) AS held
        WHERE wallet = ${wallet} AND synced_at IS NOT NULL`;
    },

    async recordFailedReading(wallet: Address): Promise<void> {
      await sql`
        UPDATE collectors SET is_stale = true WHERE wallet = ${wallet} AND NOT is_stale`;
    },

    async recordSeen(wallets: readonly Address[], at: Date): Promise<void> {
      await sql`
        UPDATE collectors SET seen_at = ${at}
        WHERE wallet = ANY(${wallets as Address[]}) AND seen_at < ${at}`;
    },

    /** The first of the ranking, in order (S1). */
    ranked(limit: number): Promise<RankedRow[]> {
      return sql<RankedRow[]>`
        WITH top AS (
          SELECT wallet, name, picture_card, nft_count, count_reached_at FROM collectors
          WHERE name IS NOT NULL
          ORDER BY nft_count DESC, count_reached_at, wallet LIMIT ${limit})
        SELECT wallet, top.name, nft_count AS "nftCount", image_url AS "pictureUrl"
        FROM top LEFT JOIN cards ON cards.id = picture_card
        ORDER BY nft_count DESC, count_reached_at, wallet`;
    },

    /** How many named collectors have how many cards. Reads all of them: keep the answer. */
    groups(): Promise<CountGroup[]> {
      return sql<CountGroup[]>`
        SELECT nft_count AS count, count(*) AS collectors FROM collectors
        WHERE name IS NOT NULL GROUP BY nft_count`;
    },

    /**
     * S3.
     * @param types allowed card types; cards of a type that is no longer allowed do not count
     * @param seenAfter wallets seen since then are active
     */
    async totals(types: readonly string[], seenAfter: Date): Promise<Totals> {
      const allowed = types as string[];
      return sql.begin('READ ONLY', async (tx) => {
        await tx`SELECT set_config('statement_timeout', ${TOTALS_TIMEOUT}, true)`;
        // Counts all held cards from an index, then subtracts the few of other types.
        const [row] = await tx<[Totals]>`
          SELECT
            (SELECT count(DISTINCT card_id) FROM holdings) -
            (SELECT count(*) FROM cards WHERE type <> ALL(${allowed}) AND EXISTS (
              SELECT FROM holdings WHERE card_id = cards.id)) AS cards,
            (SELECT count(*) FROM collectors WHERE seen_at > ${seenAfter}) AS "seenWallets",
            (SELECT count(*) FROM unnest(${allowed}::text[]) AS allowed (type),
              LATERAL (SELECT FROM cards JOIN holdings ON card_id = cards.id
                       WHERE cards.type = allowed.type LIMIT 1) AS held) AS collections`;
        return row;
      });
    },
  };
}
