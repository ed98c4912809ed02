import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_NAME, SUPERUSER } from '#server/db/embedded/initdb.ts';
import { connectByUrl } from '#server/db/open.ts';
import type { Sql, Transaction } from '#server/db/sql.ts';
import { runningPostgres, TEMPLATE_DATABASE, testDatabaseUrl } from './postgres.ts';

export type TestDatabase = Awaited<ReturnType<typeof startDatabase>>;

/**
 * A new database for one test file: all tables, no rows.
 * @param options.empty without tables
 * @param options.owner whoever connects by its URL, unless it is said
 * @param options.encoding of an empty one, unless it is that of its template
 * @param options.template another database of this run to copy, to which nobody is connected
 */
export async function startDatabase(
  options: { empty?: boolean; owner?: string; encoding?: string; template?: string } = {},
) {
  const socketFolder = socketFolderOfRun();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { owner = DATABASE_NAME, encoding } = options;
  const template = options.empty ? 'template0' : (options.template ?? TEMPLATE_DATABASE);
  await asAdmin(socketFolder, async (admin) => {
    // By its files: block by block through the log takes twice the time.
    await admin`CREATE DATABASE ${admin(name)} OWNER ${admin(owner)}
      ${encoding === undefined ? admin`` : admin`ENCODING ${admin(encoding)} LOCALE 'C'`} TEMPLATE ${admin(template)} STRATEGY file_copy`;
  });
  const url = testDatabaseUrl(socketFolder, name, DATABASE_NAME);
  const sql = connectByUrl(url);
  return {
    name,
    sql,
    /** DATABASE_URL for a separate server. */
    url,
    /** Closes its connections and refuses new ones until `open`. */
    shut: () =>
      asAdmin(socketFolder, async (admin) => {
        await admin`ALTER DATABASE ${admin(name)} CONNECTION LIMIT 0`;
        await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`;
      }),
    open: () =>
      asAdmin(socketFolder, async (admin) => {
        await admin`ALTER DATABASE ${admin(name)} CONNECTION LIMIT -1`;
      }),
    /** Closes the connections and drops the database. */
    async close() {
      await sql.end({ timeout: 5 });
      await asAdmin(socketFolder, async (admin) => {
        await admin`DROP DATABASE ${admin(name)} WITH (FORCE)`;
      });
    },
  };
}

/**
 * A copy of what `fill` makes of a new database. That happens once in a run, for whoever comes first, while the others
 * wait.
 */
export async function startFilledDatabase(
  template: string,
  fill: (databaseUrl: string) => Promise<void>,
): Promise<TestDatabase> {
  const socketFolder = socketFolderOfRun();
  // The lock ends with the connection.
  await asAdmin(socketFolder, async (admin) => {
    const isLocked = async () => {
      const [tried] = await admin<{ locked: boolean }[]>`SELECT pg_try_advisory_lock(1) AS locked`;
      return tried!.locked;
    };
    while (!(await isLocked())) await sleep(100);
    const made = await admin`SELECT 1 FROM pg_database WHERE datname = ${template}`;
    if (made.length > 0) return;
    const first = await startDatabase();
    await first.sql.end();
    await fill(first.url);
    await admin`ALTER DATABASE ${admin(first.name)} RENAME TO ${admin(template)}`;
  });
  return startDatabase({ template });
}

/**
 * Does it in a transaction that stays open, with its locks, until it is released.
 * @returns the release, which rolls back with the error that it is given
 */
export async function holding(sql: Sql, work: (tx: Transaction) => Promise<unknown>) {
  const worked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const ending = sql.begin(async (tx) => {
    await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
    await work(tx);
    worked.resolve();
    await held.promise;
  });
  await Promise.race([worked.promise, ending]);
  return (error?: Error): Promise<void> => {
    if (error) held.reject(error);
    else held.resolve();
    return ending;
  };
}

/** Until exactly so many connections to this database wait for a lock. */
export async function locksAwaited(sql: Sql, count: number): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const waiting = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (waiting.length === count) return;
    await sleep(10);
  }
  throw new Error(`there are not ${count} connections that wait for a lock`);
}

function socketFolderOfRun(): string {
  const folder = runningPostgres();
  if (folder === undefined) throw new Error('the tests have no PostgreSQL');
  return folder;
}

async function asAdmin(socketFolder: string, work: (admin: Sql) => Promise<void>): Promise<void> {
  const admin = connectByUrl(testDatabaseUrl(socketFolder, 'postgres', SUPERUSER));
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
