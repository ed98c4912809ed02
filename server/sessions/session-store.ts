/** All SQL of sessions. */
import type { Address } from '#rules/address.ts';
import type { SessionTimes } from '#rules/sign-in.ts';
import { removeRows } from '#server/db/portions.ts';
import type { Sql } from '#server/db/sql.ts';
import { createBatchLoader } from '#server/jobs/batch-loader.ts';

export interface StoredSession extends SessionTimes {
  readonly walletAddress: Address;
  lastUsedAt: Date;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(sql: Sql) {
  // Batched: thousands of polling clients are each read every ten seconds.
  const read = createBatchLoader(async (keys) => {
    const rows = await sql<(StoredSession & { key: string })[]>`
      SELECT encode(token_hash, 'base64') AS key, wallet_address AS "walletAddress",
        created_at AS "createdAt", last_used_at AS "lastUsedAt"
      FROM sessions
      WHERE token_hash IN (SELECT decode(key, 'base64') FROM unnest(${keys}::text[]) AS key)`;
    return new Map(rows.map(({ key, ...session }) => [key, session]));
  });

  return {
    /** Stores a session and deletes the one it replaces. True when one was deleted. */
    async begin(
      tokenHash: Buffer,
      walletAddress: Address,
      now: Date,
      replaced: Buffer | null,
    ): Promise<boolean> {
      const ended = await sql`
        WITH ended AS (DELETE FROM sessions WHERE token_hash = ${replaced} RETURNING 1),
          begun AS (
            INSERT INTO sessions (token_hash, wallet_address, created_at, last_used_at)
            VALUES (${tokenHash}, ${walletAddress}, ${now}, ${now}))
        SELECT 1 AS one FROM ended`;
      return ended.length > 0;
    },

    find: async (tokenHash: Buffer): Promise<StoredSession | null> =>
      (await read(tokenHash.toString('base64'))) ?? null,

    /** The later time of two servers wins. */
    async recordUse(tokenHash: Buffer, now: Date): Promise<void> {
      await sql`
        UPDATE sessions SET last_used_at = ${now}
        WHERE token_hash = ${tokenHash} AND last_used_at < ${now}`;
    },

    /** The wallet of the ended session; null when there was none. */
    async end(tokenHash: Buffer): Promise<Address | null> {
      const [ended] = await sql<{ wallet: Address }[]>`
        DELETE FROM sessions WHERE token_hash = ${tokenHash} RETURNING wallet_address AS wallet`;
      return ended?.wallet ?? null;
    },

    /** Reads the whole table. */
    async removeExpired(horizon: { createdAfter: Date; usedAfter: Date }): Promise<void> {
      const expired = sql`
        created_at <= ${horizon.createdAfter} OR last_used_at <= ${horizon.usedAfter}`;
      await removeRows(sql, 'sessions', 'token_hash', expired);
    },
  };
}
