/** All SQL about readings: which process reads a wallet, the last result, when it is due again. */
import type { Address } from '#rules/address.ts';
import { AHEAD_SECONDS } from '#rules/cards.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

export interface ReadingState {
  /** When the last full reading began. */
  readonly readAt: Date | null;
  readonly failedAt: Date | null;
  /** The claim of the current reader expires then; null without a reader. */
  readonly readerUntil: Date | null;
}

interface Claim {
  readonly wallet: Address;
  /** Unique for each reading. */
  readonly reader: string;
  readonly until: Date;
  /** No claim when that of another reader expires between these. */
  readonly unlessClaimedBetween: readonly [from: Date, upTo: Date];
  /** No claim when the last full reading began between these. */
  readonly unlessReadBetween: readonly [after: Date, upTo: Date];
}

export interface FullReading {
  readonly wallet: Address;
  readonly reader: string;
  readonly began: Date;
}

export type ReadingStore = ReturnType<typeof createReadingStore>;

export function createReadingStore(sql: Sql) {
  return {
    async state(wallet: Address): Promise<ReadingState> {
      const [row] = await sql<ReadingState[]>`
        SELECT read_at AS "readAt", failed_at AS "failedAt", reader_until AS "readerUntil"
        FROM readings WHERE wallet = ${wallet}`;
      return row ?? { readAt: null, failedAt: null, readerUntil: null };
    },

    /**
     * Claims the wallet for one reading. False when another reader has it, it was read recently, or
     * its collector does not exist. FOR KEY SHARE waits for a transaction that removes the collector.
     */
    async claim(claim: Claim): Promise<boolean> {
      const { wallet, reader, until, unlessClaimedBetween, unlessReadBetween } = claim;
      const [from, to] = unlessClaimedBetween;
      const [after, upTo] = unlessReadBetween;
      const { count } = await sql`
        INSERT INTO readings (wallet, reader, reader_until)
        SELECT wallet, ${reader}, ${until} FROM collectors WHERE wallet = ${wallet} FOR KEY SHARE
        ON CONFLICT (wallet) DO UPDATE SET reader = ${reader}, reader_until = ${until}
        WHERE (readings.reader_until IS NULL OR readings.reader_until NOT BETWEEN ${from} AND ${to})
          AND (readings.read_at IS NULL OR readings.read_at <= ${after} OR readings.read_at > ${upTo})`;
      return count > 0;
    },

    async extend(wallet: Address, reader: string, until: Date): Promise<void> {
      await sql`
        UPDATE readings SET reader_until = ${until}
        WHERE wallet = ${wallet} AND reader = ${reader}`;
    },

    /**
     * Ends the reading, in the transaction that saves its cards. Clears a requested reading unless it was requested
     * after this one began.
     * @returns null when the claim was lost
     */
    async finish(
      tx: Queries,
      { wallet, reader, began }: FullReading,
    ): Promise<{ isFirst: boolean } | null> {
      const [row] = await tx<{ isFirst: boolean }[]>`
        WITH before AS (SELECT wallet, read_at FROM readings WHERE wallet = ${wallet})
        UPDATE readings SET
          reader = NULL, reader_until = NULL, read_at = ${began}, failed_at = NULL,
          wanted_at = CASE WHEN wanted_at > ${began} THEN wanted_at END
        FROM before
        WHERE readings.wallet = before.wallet AND reader = ${reader}
        RETURNING before.read_at IS NULL AS "isFirst"`;
      return row ?? null;
    },

    /** False when the claim was lost. */
    async fail(wallet: Address, reader: string, at: Date): Promise<boolean> {
      const { count } = await sql`
        UPDATE readings SET reader = NULL, reader_until = NULL, failed_at = ${at}
        WHERE wallet = ${wallet} AND reader = ${reader}`;
      return count > 0;
    },

    /**
     * In the transaction that moves a card: a reading that began earlier must not be saved.
     * @returns whether the wallet was ever read
     */
    async interrupt(tx: Queries, wallet: Address): Promise<boolean> {
      const [row] = await tx<{ isRead: boolean }[]>`
        UPDATE readings SET reader = NULL, reader_until = NULL WHERE wallet = ${wallet}
        RETURNING read_at IS NOT NULL AS "isRead"`;
      return row?.isRead ?? false;
    },

    /** Requests a background reading, not before `at`. */
    async request(queries: Queries, wallets: readonly Address[], at: Date): Promise<void> {
      for (const wallet of wallets) {
        await queries`
          INSERT INTO readings (wallet, wanted_at) VALUES (${wallet}, ${at})
          ON CONFLICT (wallet) DO UPDATE SET
            wanted_at = least(coalesce(readings.wanted_at, ${at}), ${at})`;
      }
    },

    /** Takes wallets that are due and postpones them to `retryAt`, so that no other server takes them. */
    async takeDue(now: Date, retryAt: Date, limit: number): Promise<Address[]> {
      // No wallet is put off for longer: a later time was noted before a clock was set back.
      const latest = new Date(retryAt.getTime() + AHEAD_SECONDS * 1000);
      const rows = await sql<{ wallet: Address }[]>`
        UPDATE readings SET wanted_at = ${retryAt}
        WHERE wallet IN (
          SELECT wallet FROM readings WHERE wanted_at <= ${now} OR wanted_at > ${latest}
          ORDER BY wanted_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING wallet`;
      return rows.map((row) => row.wallet);
    },

    /** How many wallets are to be read again in the background. */
    async countWanted(): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        SELECT count(*) AS count FROM readings WHERE wanted_at IS NOT NULL`;
      return row.count;
    },

    /** Clears a request taken with this `retryAt`, unless it was repeated since. */
    async settle(wallet: Address, retryAt: Date): Promise<void> {
      await sql`
        UPDATE readings SET wanted_at = NULL
        WHERE wallet = ${wallet} AND wanted_at = ${retryAt}`;
    },
  };
}
