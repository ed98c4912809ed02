/** Brings the schema up to date, file by file of `migrations/`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AwayError, StartError } from '#server/start/start-error.ts';
import { DatabaseError } from './database-error.ts';
import type { Sql, Transaction } from './sql.ts';
import type { Queries } from './tag.ts';

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, 'migrations');

/** Any number that nothing else in the database uses: "the mainz", schema. */
const LOCK_KEY = 7_468_657_001;

type Migration = { name: string; text: string; checksum: string };

/**
 * Migrates the database: applies every new file of the folder in order, each in one transaction with its row in
 * `schema_migrations`. Concurrent servers take turns. Returns the applied names.
 * @throws AwayError if the database goes away meanwhile; StartError if an applied file was edited, if the database has
 * migrations this version does not know, or if a file has a lower number than an applied one
 */
export async function migrate(sql: Sql, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = readMigrations(folder);
  const applied: string[] = [];
  for (const migration of await findPending(sql, migrations)) {
    if (await apply(sql, migration, migrations)) applied.push(migration.name);
  }
  return applied;
}

/** The code is newer than the database: only a start that migrates helps. */
export class OlderDatabaseError extends StartError {
  override name = 'OlderDatabaseError';
}

/**
 * For a server that does not migrate itself: its code may be newer than that of the process that did.
 * @throws OlderDatabaseError
 */
export async function requireMigrated(sql: Queries, folder = MIGRATIONS_FOLDER): Promise<void> {
  const rows = await sql<{ name: string }[]>`SELECT name FROM schema_migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  const missing = readMigrations(folder).find(({ name }) => !applied.has(name));
  if (missing === undefined) return;
  throw new OlderDatabaseError(
    `The database lacks the migration ${missing.name} of the code that is here now: a restart brings it.`,
  );
}

/** Whether the database has all of our migrations, and none that this version does not know. */
export async function isMigrated(sql: Queries, folder = MIGRATIONS_FOLDER): Promise<boolean> {
  if (!(await hasTable(sql))) return false;
  const rows = await sql<{ name: string }[]>`SELECT name FROM schema_migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  const migrations = readMigrations(folder);
  return applied.size === migrations.length && migrations.every(({ name }) => applied.has(name));
}

/** The files of a folder in order of their numbers. Line ends do not affect the checksum. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new StartError(`The migration ${name} is not named NNNN-name.sql.`);
    if (numbers.has(number)) throw new StartError(`Two migrations have the number ${number}.`);
    numbers.add(number);
    const text = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

async function findPending(sql: Sql, migrations: Migration[]): Promise<Migration[]> {
  if (await hasTable(sql)) return pendingIn(sql, migrations);
  await sql.begin(async (tx) => {
    await runExclusive(tx);
    await tx`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`;
  });
  return migrations;
}

async function hasTable(sql: Queries): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`
    SELECT to_regclass('schema_migrations') IS NOT NULL AS exists`;
  return row!.exists;
}

/** Waits for other servers' migrations and blocks others until this transaction ends. */
async function runExclusive(tx: Transaction): Promise<void> {
  // Waiting for another server or rewriting a large table may exceed the statement time-out.
  await tx.takeAnyTime();
  await tx`SELECT pg_advisory_xact_lock(${LOCK_KEY})`;
}

/** Compares applied migrations with our files; the first difference fails the start. */
async function pendingIn(sql: Queries, migrations: Migration[]): Promise<Migration[]> {
  const rows = await sql<{ name: string; checksum: string }[]>`
    SELECT name, checksum FROM schema_migrations ORDER BY name COLLATE "C"`;
  const ours = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of rows) {
    const known = ours.get(name);
    if (!known) {
      throw new StartError(
        `The database has the migration ${name}, which this version does not know: start a newer version, or use another database.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was edited after it had been applied: put it back and write a new one.`,
      );
    }
    ours.delete(name);
  }
  const newest = rows.at(-1)?.name;
  const pending = [...ours.values()];
  const late = pending.find(({ name }) => newest !== undefined && name < newest);
  if (late) {
    throw new StartError(
      `The migration ${late.name} comes before ${newest}, which the database already has: give it a higher number.`,
    );
  }
  return pending;
}

/** False if another server applied it first. */
function apply(sql: Sql, { name, text, checksum }: Migration, all: Migration[]): Promise<boolean> {
  return sql.begin(async (tx) => {
    await runExclusive(tx);
    const pending = await pendingIn(tx, all);
    if (!pending.some((migration) => migration.name === name)) return false;
    await run(tx, name, text);
    await tx`INSERT INTO schema_migrations (name, checksum) VALUES (${name}, ${checksum})`;
    return true;
  });
}

async function run(tx: Transaction, name: string, text: string): Promise<void> {
  try {
    await tx.script(text);
  } catch (error) {
    const words = `The migration ${name} failed: ${(error as Error).message}`;
    const isAway = error instanceof DatabaseError && error.isAway;
    throw isAway ? new AwayError(words) : new StartError(words);
  }
}
