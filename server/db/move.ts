/** Copies everything from the private PostgreSQL into another one and compares the two. */
import type { Logger } from 'pino';
import { printableUrl } from '#server/start/printable-url.ts';
import { AwayError, oneLine, StartError } from '#server/start/start-error.ts';
import { DatabaseError } from './database-error.ts';
import { lookUpDatabaseFolder } from './embedded/location.ts';
import { startEmbedded } from './embedded/server.ts';
import { findInstallation } from './installation.ts';
import { migrate } from './migrate.ts';
import { connect, connectByUrl, whenUsable } from './open.ts';
import { waitUntilReachable } from './requirements.ts';
import type { Sql, Transaction } from './sql.ts';
import type { Queries } from './tag.ts';

interface MoveOptions {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly log: Logger;
}

interface MovedTable {
  readonly table: string;
  readonly rows: number;
}

/** Rows in memory at a time. One that names 20,000 cards has up to 4 MB, and no text is longer than 512 MB. */
const BATCH_ROWS = 100;

/**
 * All or nothing: when this returns the other database has everything, else it has nothing.
 * @throws StartError if a server is running, or if the other database cannot be used, or is in use already
 */
export async function moveDatabase({ dataDir, databaseUrl, log }: MoveOptions) {
  if (lookUpDatabaseFolder(dataDir) === undefined) {
    throw new StartError(`There is no private database in ${dataDir} to be moved.`);
  }
  const onLost = (reason: Error): void => console.error(reason.message);
  const server = await startEmbedded({ dataDir, log, onLost });
  const from = connect([server.address], log);
  const to = connectByUrl(databaseUrl, log);
  try {
    await waitUntilReachable(to, databaseUrl);
    const place = `at ${printableUrl(databaseUrl)}`;
    await whenUsable(to, { setting: 'DATABASE_URL', place }, async () => {
      if ((await findInstallation(to)) !== null) {
        throw new StartError(
          `The database ${place} is in use by an installation already: name an empty one.`,
        );
      }
      await migrate(to);
    });
    await migrate(from);
    return await copyAll(from, to);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.isAway)) throw error;
    throw new AwayError(
      `Nothing was moved: one of the two databases accepts nothing now (${oneLine(error)}).`,
    );
  } finally {
    await to.end({ timeout: 1 });
    await from.end({ timeout: 1 });
    await server.stop();
  }
}

async function copyAll(from: Sql, to: Sql): Promise<MovedTable[]> {
  return from.begin(async (source) => {
    await source`SET TRANSACTION READ ONLY`;
    await prepare(source);
    return to.begin(async (target) => {
      await prepare(target);
      const moved: MovedTable[] = [];
      for (const table of await tablesInOrder(target))
        moved.push(await copyTable(table, source, target));
      await copySequences(source, target);
      return moved;
    });
  });
}

async function prepare(tx: Transaction): Promise<void> {
  await tx.takeAnyTime();
  // Each end is idle while the other one compares a table: a million matches take ten seconds.
  await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
  // By these the same row would be another text.
  await tx`SET LOCAL timezone = 'UTC'`;
  await tx`SET LOCAL bytea_output = 'hex'`;
}

/** Tables in the order of their foreign keys. */
async function tablesInOrder(sql: Queries): Promise<string[]> {
  const tables = await sql<{ name: string; refers: string[] }[]>`
    SELECT c.relname AS name, ARRAY(
        SELECT r.relname FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid)::text[] AS refers
    FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
      AND c.relname <> 'schema_migrations'
    ORDER BY c.relname`;
  const ordered: string[] = [];
  let left = tables.map(({ name, refers }) => ({ name, refers }));
  while (left.length > 0) {
    const ready = left.filter(({ refers }) => refers.every((name) => ordered.includes(name)));
    if (ready.length === 0) throw new Error('tables refer to one another in a circle');
    ordered.push(...ready.map(({ name }) => name));
    left = left.filter((one) => !ready.includes(one));
  }
  return ordered;
}

async function copyTable(
  table: string,
  source: Transaction,
  target: Transaction,
): Promise<MovedTable> {
  const columns = await target<{ name: string }[]>`
    SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum`;
  const names = target.unsafe(columns.map(({ name }) => `"${name}"`).join(', '));
  // Triggers would replace tokens, which must be copied.
  await target`ALTER TABLE ${target(table)} DISABLE TRIGGER USER`;
  await target`DELETE FROM ${target(table)}`; // rows written by migrations are in the source too
  await source`DECLARE moving NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${source(table)} t`;
  let rows = 0;
  for (;;) {
    const batch = await source<
      { row: string }[]
    >`FETCH ${source.unsafe(String(BATCH_ROWS))} FROM moving`;
    if (batch.length === 0) break;
    const text = `[${batch.map(({ row }) => row).join(',')}]`;
    await target`
      INSERT INTO ${target(table)} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${names} FROM json_populate_recordset(NULL::${target(table)}, ${text}::text::json)`;
    rows += batch.length;
  }
  await source`CLOSE moving`;
  await target`ALTER TABLE ${target(table)} ENABLE TRIGGER USER`;
  const [before, after] = [await sumOf(table, source), await sumOf(table, target)];
  if (before !== after) throw new Error(`${table} is not the same in both: nothing was moved`);
  return { table, rows };
}

/** A checksum of all rows, independent of their order. */
async function sumOf(table: string, sql: Transaction): Promise<string> {
  const [row] = await sql<{ sum: string }[]>`
    SELECT count(*) || ' ' || coalesce(sum(('x' || left(
      encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint::numeric), 0) AS sum
    FROM ${sql(table)} t`;
  return row!.sum;
}

async function copySequences(source: Transaction, target: Transaction): Promise<void> {
  const sequences = await source<{ name: string; last: string | null }[]>`
    SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = current_schema()`;
  for (const { name, last } of sequences) {
    if (last !== null) await target`SELECT setval(${name}::text::regclass, ${last}::text::bigint)`;
  }
}
