/** All SQL of collectors. */
import type { Address } from '#rules/address.ts';
import type { CountGroup } from '#rules/ranking.ts';
import { Refusal } from '#rules/refusal.ts';
import { inPortions } from '#server/db/portions.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';
import { claimName, type KeyedName } from './name-store.ts';

export interface CollectorRow {
  readonly wallet: Address;
  readonly name: string | null;
  /** Another collector had a name that looks the same when this one was looked at. */
  readonly hasLookAlike: boolean;
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
const TOTALS_MS = 60_000;

/** For more the planner would read the whole table. */
const REMOVED_AT_ONCE = 1_000;

/** Far more than may be made; load tests lift that limit. */
const MOST_CHANGES_KEPT = 100;

/** Omitted fields stay; null removes the picture. */
export interface StoredProfileChange {
  readonly name?: Omit<KeyedName, 'wallet'> | undefined;
  readonly pictureCard?: Address | null | undefined;
}

export interface NameChangeLimits {
  readonly at: Date;
  /** Names given up at or before are free for others. */
  readonly freeSince: Date;
  /** Only later changes are kept. */
  readonly countSince: Date;
  /** Throws a Refusal when there were too many. */
  readonly check: (changes: readonly Date[]) => void;
}

export type CollectorStore = ReturnType<typeof createCollectorStore>;

export function createCollectorStore(sql: Sql) {
  async function find(wallet: Address): Promise<CollectorRow | null> {
    const [row] = await sql<CollectorRow[]>`
      SELECT wallet, collectors.name, image_url AS "pictureUrl", nft_count AS "nftCount",
             synced_at AS "syncedAt", is_stale AS "isStale", created_at AS "createdAt",
             EXISTS (SELECT FROM names_unclaimed AS unclaimed
                     WHERE unclaimed.wallet = collectors.wallet AND clashes) AS "hasLookAlike"
      FROM collectors LEFT JOIN cards ON cards.id = picture_card
      WHERE wallet = ${wallet}`;
    return row ?? null;
  }

  return {
    find,

    /** The chosen names of these wallets; wallets without a name are omitted. */
    async names(wallets: readonly Address[]): Promise<Map<Address, string>> {
      const rows = await sql<{ wallet: Address; name: string }[]>`
        SELECT wallet, name FROM collectors
        WHERE wallet = ANY(${wallets}) AND name IS NOT NULL`;
      return new Map(rows.map((row) => [row.wallet, row.name]));
    },

    /** Creates the collector, unless there is one, as never seen, because anybody can request any wallet. */
    async create(wallet: Address, at: Date): Promise<void> {
      await sql`
        INSERT INTO collectors (wallet, count_reached_at, seen_at, created_at)
        VALUES (${wallet}, ${at}, '-infinity', ${at})
        ON CONFLICT DO NOTHING`;
    },

    /** Removes collectors without cards, name and session that were created and last read before `before`. */
    async removeEmpty(before: Date): Promise<void> {
      await inPortions(async (most) => {
        const { count } = await sql`
          WITH gone AS MATERIALIZED (
            SELECT wallet FROM collectors
            WHERE seen_at = '-infinity' AND name IS NULL AND nft_count = 0 AND created_at < ${before}
              AND NOT EXISTS (SELECT FROM holdings WHERE holder = wallet)
              AND NOT EXISTS (
                SELECT FROM readings WHERE readings.wallet = collectors.wallet
                  AND greatest(read_at, reader_until, wanted_at) >= ${before})
            LIMIT ${most} FOR UPDATE SKIP LOCKED),
          unread AS (DELETE FROM readings WHERE wallet IN (SELECT wallet FROM gone))
          DELETE FROM collectors WHERE wallet IN (SELECT wallet FROM gone)`;
        return count;
      }, REMOVED_AT_ONCE);
    },

    /**
     * One transaction: the name is claimed and stored, or nothing changes.
     * Refusals: user-unknown, name-taken, picture-not-held, and those of `check`
     */
    async setProfile(
      wallet: Address,
      { name, pictureCard, ...others }: StoredProfileChange,
      { at, freeSince, countSince, check }: NameChangeLimits,
    ): Promise<void> {
      // A field that is not stored does not compile.
      others satisfies Record<string, never>;
      await sql.begin(async (tx) => {
        const [before] = await tx<{ name: string | null; changes: Date[] }[]>`
          SELECT name, name_changes AS changes FROM collectors
          WHERE wallet = ${wallet} FOR NO KEY UPDATE`;
        if (before === undefined) throw new Refusal('user-unknown');
        const isNew = name !== undefined && name.name !== before.name;
        const isChange = isNew && before.name !== null;
        if (isChange) check(before.changes);
        if (isNew && !(await claimName(tx, { ...name, wallet }, at, freeSince))) {
          throw new Refusal('name-taken');
        }
        const changes = before.changes.filter((one) => one > countSince);
        if (isChange) changes.push(at);
        const kept = changes.slice(-MOST_CHANGES_KEPT);
        const card = pictureCard ?? null;
        const { count } = await tx`
          UPDATE collectors SET
            name = coalesce(${name?.name ?? null}, name),
            name_changes = ${kept.map((one) => one.toISOString())}::timestamptz[],
            picture_card = CASE WHEN ${pictureCard === undefined} THEN picture_card ELSE ${card} END
          WHERE wallet = ${wallet} AND (${card}::text IS NULL OR EXISTS (
            SELECT FROM holdings WHERE holder = ${wallet} AND card_id = ${card}))`;
        if (count === 0) throw new Refusal('picture-not-held');
      });
    },

    /**
     * Stores the result of a full reading, in the transaction that replaces the holdings.
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

    /** In the transaction that takes cards from a wallet. The picture stays until a reading says that its card is gone. */
    async recordCount(tx: Queries, wallet: Address, at: Date): Promise<void> {
      await tx`
        UPDATE collectors SET nft_count = held.count, count_reached_at = ${at}
        FROM (SELECT count(*) FROM holdings WHERE holder = ${wallet}) AS held
        WHERE wallet = ${wallet} AND synced_at IS NOT NULL`;
    },

    /** In the transaction that moves a card. The picture goes with it. */
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
        WHERE wallet = ANY(${wallets}) AND seen_at < ${at}`;
    },

    /** The top of the ranking, in order (S1). */
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

    /**
     * Wallets at the top of the ranking whose cards were last read before `before`, in random order, so that wallets
     * that cannot be read do not block the others.
     */
    async rankedBefore(before: Date, top: number, limit: number): Promise<Address[]> {
      const rows = await sql<{ wallet: Address }[]>`
        WITH top AS (
          SELECT wallet, nft_count, synced_at FROM collectors
          WHERE name IS NOT NULL
          ORDER BY nft_count DESC, count_reached_at, wallet LIMIT ${top})
        SELECT wallet FROM top WHERE nft_count > 0 AND synced_at < ${before}
        ORDER BY random() LIMIT ${limit}`;
      return rows.map((row) => row.wallet);
    },

    /** Number of named collectors per card count. Reads the whole table, so the result should be cached. */
    countGroups(): Promise<CountGroup[]> {
      return sql<CountGroup[]>`
        SELECT nft_count AS count, count(*) AS collectors FROM collectors
        WHERE name IS NOT NULL GROUP BY nft_count`;
    },

    /**
     * The totals of the home page (S3).
     * @param types allowed card types; cards of other types do not count
     * @param seenAfter wallets seen later are active
     */
    async totals(types: readonly string[], seenAfter: Date): Promise<Totals> {
      const allowed = types as string[];
      return sql.begin(async (tx) => {
        await tx.takeTime(TOTALS_MS);
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
