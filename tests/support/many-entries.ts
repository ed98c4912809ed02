/** Inserts whitelist registrations directly into the database. */
import { DATABASE_NAME } from '#server/db/embedded/initdb.ts';
import { connectByUrl } from '#server/db/open.ts';
import type { Sql } from '#server/db/sql.ts';
import { testDatabaseUrl } from './postgres.ts';
import { embeddedPostgres, type Product } from './product.ts';

/** Registrations per wallet; wallets repeat. */
export const ENTRIES_PER_WALLET = 4;
const PORTION = 10_000;

/** A connection to the database of a running product. */
export function connectBehind({
  databaseUrl,
  dataDir,
}: Pick<Product, 'databaseUrl' | 'dataDir'>): Sql {
  if (databaseUrl !== undefined) return connectByUrl(databaseUrl);
  const server = embeddedPostgres(dataDir);
  if (server === null) throw new Error('this product has no PostgreSQL of its own');
  return connectByUrl(testDatabaseUrl(server.socketFolder, DATABASE_NAME, DATABASE_NAME));
}

/**
 * Adds registrations number `from` to `to` (from 1, both included), 5 cards each, one second apart; the last is
 * registered and checked at `lastAt`.
 */
export async function storeEntries(
  sql: Sql,
  from: number,
  to: number,
  lastAt = new Date(),
): Promise<void> {
  // In batches: a statement may take ten seconds.
  for (let first = from; first <= to; first += PORTION) {
    const last = Math.min(to, first + PORTION - 1);
    // Random-looking ids like real ones, which do not compress well.
    await sql`
      INSERT INTO whitelist_entries
        (id, wallet, card_ids, selection_hash, entry_count, registered_at, checked_at)
      SELECT 'entry-' || n,
        '0x' || encode(sha256(('wallet ' || n / ${ENTRIES_PER_WALLET})::bytea), 'hex'),
        array(SELECT '0x' || encode(sha256(('card ' || n || ' ' || c)::bytea), 'hex')
          FROM generate_series(1, 5) c),
        sha256(('set ' || n)::bytea), 1,
        ${lastAt}::timestamptz - make_interval(secs => ${to} - n), ${lastAt}
      FROM generate_series(${first}::int, ${last}::int) n`;
  }
  await sql`analyze whitelist_entries`;
}
