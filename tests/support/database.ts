import { randomBytes } from 'node:crypto';
import { DATABASE_NAME, SUPERUSER } from '#server/db/embedded/initdb.ts';
import { connectByUrl } from '#server/db/open.ts';
import type { Sql } from '#server/db/sql.ts';
import { runningPostgres, TEMPLATE_DATABASE, testDatabaseUrl } from './postgres.ts';

export type TestDatabase = {
  sql: Sql;
  /** DATABASE_URL for a separate server. */
  url: string;
  /** Closes its connections and refuses new ones until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
};

/**
 * A new database for one test file: all tables, no rows.
 * @param options.empty without tables
 * @param options.owner whoever connects by its URL, unless it is said
 * @param options.encoding of an empty one, unless it is that of its template
 */
export async function startDatabase(
  options: { empty?: boolean; owner?: string; encoding?: string } = {},
): Promise<TestDatabase> {
  const socketFolder = runningPostgres();
  if (socketFolder === undefined) throw new Error('the tests have no PostgreSQL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { owner = DATABASE_NAME, encoding } = options;
  const template = options.empty ? 'template0' : TEMPLATE_DATABASE;
  await asAdmin(socketFolder, async (admin) => {
    // By its files: block by block through the log takes twice the time.
    await admin`CREATE DATABASE ${admin(name)} OWNER ${admin(owner)}
      ${encoding === undefined ? admin`` : admin`ENCODING ${admin(encoding)} LOCALE 'C'`} TEMPLATE ${admin(template)} STRATEGY file_copy`;
  });
  const url = testDatabaseUrl(socketFolder, name, DATABASE_NAME);
  const sql = connectByUrl(url);
  return {
    sql,
    url,
    shut: () =>
      asAdmin(socketFolder, async (admin) => {
        await admin`ALTER DATABASE ${admin(name)} CONNECTION LIMIT 0`;
        await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`;
      }),
    open: () =>
      asAdmin(socketFolder, async (admin) => {
        await admin`ALTER DATABASE ${admin(name)} CONNECTION LIMIT -1`;
      }),
    close: async () => {
      await sql.end({ timeout: 5 });
      await asAdmin(socketFolder, async (admin) => {
        await admin`DROP DATABASE ${admin(name)} WITH (FORCE)`;
      });
    },
  };
}

async function asAdmin(socketFolder: string, work: (admin: Sql) => Promise<void>): Promise<void> {
  const admin = connectByUrl(testDatabaseUrl(socketFolder, 'postgres', SUPERUSER));
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
