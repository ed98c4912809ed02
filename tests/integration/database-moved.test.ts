/** Moving from the private PostgreSQL to another one: everything or nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SUPERUSER } from '#server/db/embedded/initdb.ts';
import { moveDatabase } from '#server/db/move.ts';
import type { Database } from '#server/db/open.ts';
import type { Sql } from '#server/db/sql.ts';
import { StartError } from '#server/start/start-error.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';
import { silent as log, openAsServer } from '#tests/support/open-database.ts';
import { makeDataFolder } from '#tests/support/postgres.ts';
import { removeData } from '#tests/support/product.ts';

const dataDir = makeDataFolder();
let target: TestDatabase;
beforeAll(async () => {
  target = await startDatabase({ empty: true });
  const db = await open();
  await fill(db.sql);
  await db.close();
});
afterAll(async () => {
  await target.close();
  await removeData(dataDir);
});

const open = (databaseUrl: string | null = null) => openAsServer({ databaseUrl, dataDir });

const NAME = 'Ünï "quoted" \\ 卡片 \u{1f0cf}';

/** What JSON could bend: quotes and backslashes, bytes, microseconds, nested JSON, columns worked out. */
async function fill(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO collectors (wallet, name, count_reached_at, seen_at, created_at)
    SELECT '0x' || lpad(to_hex(n), 64, '0'), ${NAME} || n, now(), '2026-01-01 00:00:00.123456Z', now()
    FROM generate_series(1, 4500) n`;
  await sql`
    INSERT INTO sessions SELECT sha256(n::text::bytea), '0x' || lpad(to_hex(n), 64, '0'), now(), now()
    FROM generate_series(1, 3) n`;
  await sql`
    INSERT INTO battle_matches (id, lobby_id, player1, player2, faces, version, score1, score2, rounds,
      created_at, ended_at, winner, end_reason, rematch)
    SELECT 'm', 'l', '0x' || repeat('1', 64), '0x' || repeat('2', 64),
      jsonb_build_object('name', ${NAME}::text), 3, 2, 0, '[[1, null], {"a": 1e300}]', now(), now(),
      'player1', 'decided', '{}'`;
  await sql`
    INSERT INTO whitelist_entries
      (id, wallet, card_ids, selection_hash, entry_count, registered_at, checked_at)
    SELECT 'entry ' || n, '0x' || repeat('1', 64), 
      ARRAY(SELECT 'card ' || n || c FROM generate_series(1, 5) c), sha256(n::text::bytea), 1, now(),
      now()
    FROM generate_series(1, 3) n`;
  await sql`
    INSERT INTO battle_standings (wallet, wins, losses, ties, streak, best_streak, last_game_at)
    VALUES ('0x' || repeat('1', 64), 1, 2, 3, 1, 1, now())`;
}

/** With it the same row is another text. */
async function writeBytesTheOldWay(sql: Sql): Promise<void> {
  const [{ name }] = await sql<[{ name: string }]>`SELECT current_database()::text AS name`;
  await sql`ALTER DATABASE ${sql(name)} SET bytea_output = 'escape'`;
}

/** The number that each numbered table went to last. */
const numbers = async ({ sql }: Database) =>
  sql`SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences ORDER BY name`;

const everyName = async ({ sql }: Database) =>
  sql`SELECT wallet, name, seen_at::text AS seen FROM collectors ORDER BY wallet`;

it('copies everything and leaves the private database as it was', async () => {
  await writeBytesTheOldWay(target.sql);
  const moved = await moveDatabase({ dataDir, databaseUrl: target.url, log });
  const rows = Object.fromEntries(moved.map((one) => [one.table, one.rows]));
  expect(rows).toMatchObject({
    collectors: 4_500,
    sessions: 3,
    battle_matches: 1,
    installation: 1,
  });
  const [there, here] = [await open(target.url), await open()];
  const names = await everyName(there);
  expect(names[9]).toMatchObject({ name: `${NAME}10`, seen: '2026-01-01 00:00:00.123456+00' });
  expect(names).toEqual(await everyName(here));
  const [match] = await there.sql`SELECT faces, rounds FROM battle_matches`;
  expect(match).toEqual({ faces: { name: NAME }, rounds: [[1, null], { a: 1e300 }] });
  expect(await numbers(there)).toContainEqual({ name: 'whitelist_entries_seq_seq', last: '3' });
  expect(await numbers(there)).toEqual(await numbers(here));
  // What keeps a frozen round as it is, among others.
  const asleep = await there.sql`SELECT tgname FROM pg_trigger WHERE tgenabled = 'D'`;
  expect(asleep).toEqual([]);
  await here.close();
  await there.close();
});

it('refuses a database that is in use', async () => {
  const used = await startDatabase({ empty: true });
  await (await open(used.url)).close();
  await expect(moveDatabase({ dataDir, databaseUrl: used.url, log })).rejects.toThrow(
    'is in use by an installation already',
  );
  await used.close();
});

it('says in one line that the other database cannot be reached', async () => {
  const databaseUrl = `${target.url.replace(/\/[^/?]*(?=$|\?)/, '/nowhere')}`;
  await expect(moveDatabase({ dataDir, databaseUrl, log })).rejects.toThrow(
    /^DATABASE_URL: no database at \S+ \(database "nowhere" does not exist\)\.$/,
  );
});

it.each([
  [
    'of somebody else',
    { owner: SUPERUSER },
    /^DATABASE_URL: the database at postgres:\S+ cannot be used \(permission denied for schema public\); its user needs to own it\.$/,
  ],
  [
    'that does not look at letters, which the server would refuse afterwards',
    { encoding: 'SQL_ASCII' },
    /^DATABASE_URL: the database at postgres:\S+ stores text as SQL_ASCII; UTF8 is needed\.$/,
  ],
])('refuses a database %s in one line', async (_, made, words) => {
  const unusable = await startDatabase({ empty: true, ...made });
  const moving = moveDatabase({ dataDir, databaseUrl: unusable.url, log });
  await expect(moving).rejects.toThrow(StartError);
  await expect(moving).rejects.toThrow(words);
  await unusable.close();
});

/** An empty database in which a session has to meet this condition. */
async function startPicky(condition: string) {
  const picky = await startDatabase({ empty: true });
  const prepared = await open(picky.url);
  await prepared.sql`DELETE FROM installation`;
  await prepared.sql`ALTER TABLE sessions ADD CHECK (${prepared.sql.unsafe(condition)})`;
  await prepared.close();
  return picky;
}

it('has no time limit while the other end compares a table of millions of rows', async () => {
  const picky = await startPicky(`current_setting('idle_in_transaction_session_timeout') = '0'`);
  await moveDatabase({ dataDir, databaseUrl: picky.url, log });
  await picky.close();
});

it('writes few rows at a time: 2,000 that name thousands of cards each are longer than a text can be', async () => {
  const narrow = await startPicky('true');
  await narrow.sql`CREATE FUNCTION are_few() RETURNS boolean LANGUAGE plpgsql AS ${narrow.sql.unsafe(`$$
    DECLARE before int := coalesce(nullif(current_setting('written.now', true), ''), '0')::int;
    BEGIN
      IF current_setting('written.at', true) IS DISTINCT FROM statement_timestamp()::text THEN before := 0; END IF;
      PERFORM set_config('written.at', statement_timestamp()::text, true);
      PERFORM set_config('written.now', (before + 1)::text, true);
      RETURN before < 100;
    END $$`)}`;
  await narrow.sql`ALTER TABLE collectors ADD CHECK (are_few())`;
  const moved = await moveDatabase({ dataDir, databaseUrl: narrow.url, log });
  expect(moved).toContainEqual({ table: 'collectors', rows: 4_500 });
  await narrow.close();
});

it('says in one line that a disk was full in the middle of it', async () => {
  const full = await startPicky('true');
  await full.sql`CREATE FUNCTION finds_room() RETURNS boolean LANGUAGE plpgsql AS
    'BEGIN RAISE ''No space left on device'' USING ERRCODE = ''disk_full''; END'`;
  await full.sql`ALTER TABLE sessions ADD CHECK (finds_room())`;
  const moving = moveDatabase({ dataDir, databaseUrl: full.url, log });
  await expect(moving).rejects.toThrow(StartError);
  await expect(moving).rejects.toThrow(
    /^Nothing was moved: one of the two databases accepts nothing now \(No space left on device\)\.$/,
  );
  expect(await full.sql`SELECT FROM collectors`).toEqual([]);
  await full.close();
});

it('leaves nothing behind when a row cannot be written', async () => {
  const narrow = await startPicky(`wallet_address NOT LIKE '%3'`);
  await expect(moveDatabase({ dataDir, databaseUrl: narrow.url, log })).rejects.toThrow('check');
  expect(await narrow.sql`SELECT FROM collectors`).toEqual([]);
  await narrow.close();
});
