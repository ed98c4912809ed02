/** A database whose table of migrations says that all of them ran, and that lacks something of what they make. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findParts } from '#server/db/schema.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openAsServer } from '#tests/support/open-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await startDatabase();
});
afterEach(() => database.close());

/** The line that refuses it; null when a server starts on it. */
async function refusal(): Promise<string | null> {
  try {
    const { close } = await openAsServer({ databaseUrl: database.url });
    await close();
    return null;
  } catch (refused) {
    return (refused as Error).message;
  }
}

it('has the parts that server/db/schema.txt lists', async () => {
  const tables = await database.sql<{ name: string }[]>`
    SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`;
  const names = tables.map(({ name }) => name);
  const parts = await findParts(database.sql, names);
  expect(parts.filter(({ flaw }) => flaw !== null)).toEqual([]);
  // After a new migration: vitest run --project integration tests/integration/schema.test.ts -u
  const lines = parts.map(({ part }) => part).sort();
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../server/db/schema.txt');
});

it.each([
  ['DROP TABLE installation', 'table installation'],
  [
    'ALTER TABLE whitelist_claims DROP CONSTRAINT whitelist_claims_pkey',
    'constraint whitelist_claims_pkey of whitelist_claims',
  ],
  [
    'ALTER TABLE battle_seats DROP CONSTRAINT battle_seats_match_id_fkey',
    'constraint battle_seats_match_id_fkey of battle_seats',
  ],
  [
    'ALTER DOMAIN sui_address DROP CONSTRAINT sui_address_check',
    'constraint sui_address_check of sui_address',
  ],
  [
    'DROP INDEX whitelist_entries_one_per_set',
    'index whitelist_entries_one_per_set of whitelist_entries',
  ],
  ['ALTER TABLE sessions DROP COLUMN last_used_at', 'column last_used_at of sessions'],
  ['ALTER TABLE names_unclaimed ALTER seq DROP IDENTITY', 'sequence seq of names_unclaimed'],
  ['DROP TRIGGER frozen_stays ON whitelist_rounds', 'trigger frozen_stays of whitelist_rounds'],
  [
    'ALTER TABLE whitelist_rounds DISABLE TRIGGER frozen_stays',
    'trigger frozen_stays of whitelist_rounds (switched off)',
  ],
])('is refused in one line after %s', async (statement, named) => {
  await database.sql`${database.sql.unsafe(statement)}`;
  const line = await refusal();
  expect(line).toContain(` lacks ${named}: restore a backup of all of it, or `);
  expect(line).not.toContain('\n');
});

it('is refused with the first five of what it lacks, without the parts of a missing table', async () => {
  await database.sql`
    DROP TABLE whitelist_round_leaves, whitelist_round_verdicts, whitelist_round_readings,
      whitelist_rounds, whitelist_rechecks, whitelist_claims`;
  expect(await refusal()).toMatch(
    /lacks table whitelist_claims, (table \w+, ){3}table whitelist_round_verdicts and 1 more: /,
  );
});

it('is refused with an index that was begun and not finished', async () => {
  const { sql } = database;
  await sql`DROP INDEX collectors_seen`;
  for (const digit of ['1', '2']) {
    await sql`INSERT INTO collectors (wallet, count_reached_at, seen_at, created_at)
      VALUES (${`0x${digit.repeat(64)}`}, '2026-11-01', '2026-11-01', '2026-11-01')`;
  }
  const built = sql`CREATE UNIQUE INDEX CONCURRENTLY collectors_seen ON collectors (seen_at)`;
  await expect(built).rejects.toThrow('could not create unique index');
  expect(await refusal()).toMatch('lacks index collectors_seen of collectors (unfinished): ');
});

it('is used with what its operator added', async () => {
  const { sql } = database;
  await sql`CREATE INDEX by_hand ON collectors (created_at)`;
  await sql`ALTER TABLE collectors ADD COLUMN note text CHECK (note <> '')`;
  await sql`CREATE SCHEMA reports`;
  await sql`CREATE TABLE reports.cards (id int)`;
  await sql`CREATE TABLE notes (id int)`;
  expect(await refusal()).toBeNull();
});
