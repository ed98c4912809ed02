/** What is old is removed in portions: a million rows in one statement take as long as a statement may, and stayed for ever. */
import { expect, it } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startProduct } from '#tests/support/in-process-product.ts';

const product = await forThisFile(startProduct());
const { sql } = product;
const WALLET = `0x${'a'.repeat(64)}`;
const ROWS = 10_001;
const OLD = sql`now() - interval '1 year'`;

await sql`
  INSERT INTO collectors (wallet, name, count_reached_at, seen_at, created_at)
  VALUES (${WALLET}, 'Ada', now(), now(), now())`;
await sql`CREATE TABLE removed (table_name text, rows integer)`;
await sql`
  CREATE FUNCTION note_removed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
    INSERT INTO removed SELECT TG_TABLE_NAME, count(*) FROM gone;
    RETURN NULL;
  END'`;

it.each([
  [
    'forget old lobbies',
    'battle_lobbies',
    () => sql`
      INSERT INTO battle_lobbies (id, name, creator, face, state, created_at, seen_at, expires_at)
      SELECT n, 'Lobby', ${WALLET}, '{}', 'closed', ${OLD}, ${OLD}, ${OLD}
      FROM generate_series(1, ${ROWS}::int) AS n`,
  ],
  [
    'forget old sessions',
    'sessions',
    () => sql`
      INSERT INTO sessions (token_hash, wallet_address, created_at, last_used_at)
      SELECT sha256(n::text::bytea), ${WALLET}, ${OLD}, ${OLD}
      FROM generate_series(1, ${ROWS}::int) AS n`,
  ],
  [
    'forget old sessions',
    'open_sign_ins',
    () => sql`
      INSERT INTO open_sign_ins
        (ticket_hash, wallet_address, asked_from, origin, network, issued_at, expires_at)
      SELECT sha256(n::text::bytea), ${WALLET}, 'here', 'there', 'mainnet', ${OLD}, ${OLD}
      FROM generate_series(1, ${ROWS}::int) AS n`,
  ],
  [
    'remove old transfers',
    'card_transfers',
    () => sql`
      INSERT INTO card_transfers
        (id, sender, recipient, card_id, transaction, digest, fee, status, expires_at)
      SELECT n, ${WALLET}, ${WALLET}, ${WALLET}, '', '', 1, 'refused', ${OLD}
      FROM generate_series(1, ${ROWS}::int) AS n`,
  ],
  [
    'free names given up',
    'name_claims',
    () => sql`
      INSERT INTO name_claims (key, wallet, name, given_up_at)
      SELECT n, ${WALLET}, n, ${OLD} FROM generate_series(1, ${ROWS}::int) AS n`,
  ],
])('%s: %s', async (job, table, fill) => {
  await fill();
  await sql`
    CREATE OR REPLACE TRIGGER noted AFTER DELETE ON ${sql(table)} REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_removed()`;
  await product.app.runJob(job);
  const removed = await sql<{ rows: number }[]>`
    SELECT rows FROM removed WHERE table_name = ${table} ORDER BY rows DESC`;
  expect(removed.map(({ rows }) => rows)).toEqual([5_000, 5_000, 1]);
  expect(await sql`SELECT FROM ${sql(table)}`).toEqual([]);
});

it('what points to a row is found by an index, so that removing the row does not read a whole table', async () => {
  const without = await sql`
    SELECT conrelid::regclass::text AS table_name, conname AS key FROM pg_constraint
    WHERE contype = 'f'
      AND confrelid <> 'cards'::regclass -- nothing removes cards
      AND NOT EXISTS (
        SELECT FROM pg_index
        WHERE indrelid = conrelid AND indpred IS NULL AND indkey[0] = conkey[1])`;
  expect(without).toEqual([]);
});
