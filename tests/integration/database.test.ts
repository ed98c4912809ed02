import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SUPERUSER } from '#server/db/embedded/initdb.ts';
import { MIGRATIONS_FOLDER, readMigrations } from '#server/db/migrate.ts';
import { connectByUrl, type Database } from '#server/db/open.ts';
import { POOL_SIZE } from '#server/db/pool.ts';
import { refuseOldVersion, waitUntilReachable } from '#server/db/requirements.ts';
import { AwayError, StartError } from '#server/start/start-error.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';
import { listening } from '#tests/support/listening.ts';
import { openAsServer } from '#tests/support/open-database.ts';
import { makeDataFolder } from '#tests/support/postgres.ts';
import { isAlive, until } from '#tests/support/private-database.ts';
import { embeddedPostgres, removeData } from '#tests/support/product.ts';

describe('a pool', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await startDatabase();
  });
  afterEach(() => db.close());

  it('reads counts as numbers, and refuses one that would not be exact', async () => {
    expect(await db.sql`SELECT count(*) AS n, 9007199254740991::int8 AS most`).toEqual([
      { n: 1, most: 9_007_199_254_740_991 },
    ]);
    await expect(db.sql`SELECT 9007199254740992::int8 AS n`).rejects.toThrow('out of exact range');
    expect(await db.sql`SELECT ${5}::int8 AS n`).toEqual([{ n: 5 }]);
  });

  it('ends what takes too long on the server itself', async () => {
    const shown = await db.sql`
      SELECT current_setting('statement_timeout') AS statement,
             current_setting('lock_timeout') AS lock,
             current_setting('idle_in_transaction_session_timeout') AS idle,
             current_setting('application_name') AS name`;
    expect(shown).toEqual([{ statement: '10s', lock: '5s', idle: '15s', name: 'the-mainz' }]);
  });

  it.each([
    ['default_transaction_isolation', 'serializable'],
    ['DateStyle', 'German,DMY'],
    ['statement_timeout', '100ms'],
    ['transaction_timeout', '100ms'],
  ])('is not changed by a %s of its database or role', async (name, value) => {
    const before = new Date('2026-03-04T05:06:07.008Z');
    await db.sql`ALTER ROLE ${db.sql('the_mainz')} IN DATABASE ${db.sql(db.name)}
      SET ${db.sql(name)} = ${db.sql.unsafe(`'${value}'`)}`;
    const sql = connectByUrl(db.url);
    const asked = sql`SELECT ${before} AS time, pg_sleep(0.15)::text AS slept,
      current_setting('transaction_isolation') AS isolation`;
    expect(await asked).toEqual([{ time: before, slept: '', isolation: 'read committed' }]);
    await sql.end();
  });

  it('keeps a connection that rests, however soon its role ends such ones', async () => {
    await db.sql`ALTER ROLE ${db.sql('the_mainz')} IN DATABASE ${db.sql(db.name)}
      SET idle_session_timeout = '100ms'`;
    const sql = connectByUrl(db.url);
    const ask = async () => (await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]!.pid;
    const pid = await ask();
    await sleep(500);
    expect(await ask()).toBe(pid);
    await sql.end();
  });

  it('gives up a connection that rests, where the database has none left for a separate one', async () => {
    const { sql, name } = db;
    await Promise.all(Array.from({ length: POOL_SIZE }, () => sql`SELECT pg_sleep(0.1)`));
    const { connections } = sql.load();
    await sql`ALTER DATABASE ${sql(name)} CONNECTION LIMIT ${sql.unsafe(String(connections))}`;
    const apart = sql.apart({ connections: 1, settings: { jit: 'off' } });
    const ask = async () => (await apart`SELECT 1`.catch(() => [])).length;
    await expect.poll(ask, { timeout: 5_000 }).toBe(1);
    expect(sql.load().connections).toBe(connections);
  });

  it('takes only addresses in their canonical form', async () => {
    const digits = '0123456789abcdef'.repeat(4);
    const good = `0x${digits}`;
    expect(await db.sql`SELECT ${good}::sui_address AS wallet`).toEqual([{ wallet: good }]);
    const bad = [
      '',
      digits,
      `0X${digits}`,
      `0x${digits.slice(1)}`,
      `${good}0`,
      `${good}\n`,
      ` 0x${digits.slice(1)}`,
      `x0${digits}`,
      `0x${digits.toUpperCase()}`,
      ...['g', ' ', '\n', 'ä', '０'].flatMap((sign) => [
        `0x${sign}${digits.slice(1)}`,
        `0x${digits.slice(0, 30)}${sign}${digits.slice(31)}`,
        `0x${digits.slice(1)}${sign}`,
      ]),
    ];
    for (const text of bad) {
      await expect(db.sql`SELECT ${text}::sui_address`, text).rejects.toMatchObject({
        code: '23514',
      });
    }
  });

  it('starts with the schema of every migration', async () => {
    const rows = await db.sql<{ name: string }[]>`SELECT name FROM schema_migrations`;
    expect(rows.map(({ name }) => name).sort()).toEqual(
      readMigrations(MIGRATIONS_FOLDER).map(({ name }) => name),
    );
  });
});

describe('a DATABASE_URL that time does not mend', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await startDatabase();
  });
  afterEach(() => db.close());

  async function refusalOf(url: string): Promise<Error> {
    const sql = connectByUrl(url);
    try {
      const refused = await waitUntilReachable(sql, url).catch((error: Error) => error);
      expect(refused).toBeInstanceOf(StartError);
      expect(refused, 'would be tried for ever').not.toBeInstanceOf(AwayError);
      return refused as Error;
    } finally {
      await sql.end({ timeout: 0 });
    }
  }

  it('names a user that may not connect to the database', async () => {
    await db.sql`REVOKE CONNECT ON DATABASE ${db.sql(db.name)} FROM PUBLIC, the_mainz`;
    expect((await refusalOf(db.url)).message).toContain('permission denied for database');
  });

  it.each([
    ['sslrootcert', '/nowhere/file.pem', '/nowhere/file.pem'],
    ['sslcert', '/nowhere/file.pem', '/nowhere/file.pem'],
    ['sslkey', '/nowhere/file.pem', '/nowhere/file.pem'],
    ['sslkey', '/', 'EISDIR'],
  ])('names a file that cannot be read as %s: %s', async (name, file, why) => {
    const url = new URL(db.url);
    url.searchParams.set(name, file);
    expect((await refusalOf(url.href)).message).toMatch(
      new RegExp(`^DATABASE_URL: its ${name} cannot be read .*${why}`),
    );
  });

  it('asks for TLS of a server that has none', async () => {
    const server = createServer((client) => client.once('data', () => client.end('N')));
    const port = await listening(server);
    const asking = `postgres://us@127.0.0.1:${port}/ours?sslmode=require`;
    expect((await refusalOf(asking)).message).toContain('does not support SSL');
    server.close();
  });
});

describe('the embedded database', () => {
  let dataDir: string;
  let lost: Error[];
  let db: Database;
  beforeEach(async () => {
    dataDir = makeDataFolder();
    lost = [];
    db = await openAsServer({ dataDir, onLost: (reason) => lost.push(reason) });
  });
  afterEach(async () => {
    await db.close();
    await removeData(dataDir);
  });

  it('fails only what was on its way when PostgreSQL died; what comes then waits for the new one', async () => {
    await db.sql`CREATE TABLE kept AS SELECT 1 AS one`;
    await killPostgres();
    let failed = 0;
    let servedInARow = 0;
    while (servedInARow < 3 * POOL_SIZE) {
      const rows = await db.sql`SELECT one FROM kept`.catch(() => null);
      if (rows === null) failed += 1;
      servedInARow = rows === null ? 0 : servedInARow + 1;
    }
    // Each connection can take the one query down that it was given before it knew.
    expect(failed).toBeLessThanOrEqual(POOL_SIZE);
    expect(lost).toEqual([]);
  });

  it('gives PostgreSQL up when it cannot be started again', async () => {
    rmSync(path.join(dataDir, 'postgres/cluster/global/pg_control'));
    await killPostgres();
    while (lost.length === 0) await sleep(10);
    expect(lost).toHaveLength(1);
    expect(lost[0]!.message).toMatch(
      /^The database in .* does not start: .*could not find the database system/,
    );
  });

  async function killPostgres(): Promise<void> {
    const { pid } = embeddedPostgres(dataDir)!;
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid));
  }
});

describe('a start', () => {
  it.each([
    [
      'of somebody else',
      { owner: SUPERUSER },
      /^DATABASE_URL: the database at postgres:\S+ cannot be used \(permission denied for schema public\); its user needs to own it\.$/,
    ],
    [
      'that cannot store every letter',
      { encoding: 'LATIN1' },
      /^DATABASE_URL: the database at postgres:\S+ stores text as LATIN1; UTF8 is needed\.$/,
    ],
    [
      'without the schema of its search_path',
      { query: '&options=-csearch_path%3Dnowhere' },
      /^DATABASE_URL: the database at postgres:\S+ cannot be used \(no schema has been selected to create in\)\.$/,
    ],
  ])('refuses a database %s in one line', async (_, made, words) => {
    const { query = '', ...options } = { query: '', ...made };
    const database = await startDatabase({ empty: true, ...options });
    const opening = openAsServer({ databaseUrl: database.url + query });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(words);
    await database.close();
  });
});

describe('refuseOldVersion', () => {
  it('takes PostgreSQL 15 and newer', () => {
    expect(() => refuseOldVersion(140_009, '14.9')).toThrow(
      'DATABASE_URL: the server is PostgreSQL 14.9; 15 or newer is needed.',
    );
    expect(() => refuseOldVersion(150_000, '15.0')).not.toThrow();
    expect(() => refuseOldVersion(180_004, '18.4')).not.toThrow();
  });
});
