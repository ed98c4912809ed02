import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_NAME } from '#server/db/embedded/initdb.ts';
import { connectByUrl } from '#server/db/open.ts';
import { waitUntilReachable } from '#server/db/requirements.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openAsServer } from '#tests/support/open-database.ts';
import { runningPostgres } from '#tests/support/postgres.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file));

const REFUSED =
  /^DATABASE_URL: the pooler at postgres:\S+ lends the same connection to several sessions; it has to give each its own \(PgBouncer: pool_mode = session\)\.$/;

describe.skipIf(PGBOUNCER === undefined)('behind PgBouncer', () => {
  let database: TestDatabase;
  let pooler: ChildProcess | undefined;
  beforeEach(async () => {
    database = await startDatabase({ empty: true });
  });
  afterEach(async () => {
    pooler?.kill('SIGKILL');
    await database.close();
  });

  /** @returns the address of a PgBouncer with these settings */
  async function start(...settings: string[]): Promise<string> {
    const sockets = runningPostgres() as string;
    const port = await freePort();
    const file = path.join(makeTempFolder('pgbouncer'), 'pgbouncer.ini');
    const lines = [
      '[databases]',
      `* = host=${sockets} user=${DATABASE_NAME}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      ...settings,
    ];
    writeFileSync(file, lines.join('\n'));
    // It refuses to run as root, and only PostgreSQL's own user may enter that folder.
    const { uid, gid } = statSync(sockets);
    pooler = spawn(PGBOUNCER as string, ['-q', file], { stdio: 'ignore', uid, gid });
    return `postgres://${DATABASE_NAME}@127.0.0.1:${port}/${database.name}`;
  }

  /** It is waited for, as a database is that starts with the machine. */
  const open = (databaseUrl: string) => openAsServer({ databaseUrl });

  it('keeps its time limits and settings, connection by connection', async () => {
    const { sql, close } = await open(await start('pool_mode = session'));
    const ask = (on: typeof sql) => on`
      SELECT current_setting('statement_timeout') AS statement,
             current_setting('lock_timeout') AS lock,
             current_setting('idle_in_transaction_session_timeout') AS idle,
             current_setting('enable_seqscan') AS scans`;
    const limits = { statement: '10s', lock: '5s', idle: '15s' };
    const apart = sql.apart({ connections: 1, settings: { enable_seqscan: 'off' } });
    expect(await ask(apart)).toEqual([{ ...limits, scans: 'off' }]);
    expect(await ask(sql)).toEqual([{ ...limits, scans: 'on' }]);
    await close();
  });

  it.each(['transaction', 'statement'])('refuses pool_mode = %s in one line', async (mode) => {
    const drops = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout';
    const url = await start(`pool_mode = ${mode}`, `ignore_startup_parameters = ${drops}`);
    await expect(open(url)).rejects.toThrow(REFUSED);
  });

  it('refuses it also when it lends its connections by turns', async () => {
    const url = await start('pool_mode = transaction', 'server_round_robin = 1');
    const sessions = await Promise.all(
      [1, 2].map(async () => {
        const sql = connectByUrl(url);
        await waitUntilReachable(sql, url).catch(() => {});
        return sql;
      }),
    );
    // Two at once, so that it has two connections.
    await Promise.all(sessions.map((sql) => sql`SELECT pg_sleep(0.2)`));
    await expect(open(url)).rejects.toThrow(REFUSED);
    for (const sql of sessions) await sql.end();
  });
});
