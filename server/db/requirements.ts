/** What a database must be before it is used: reachable, new enough, in UTF-8, with sessions of its own. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { printableUrl } from '#server/start/printable-url.ts';
import { AwayError, oneLine, StartError } from '#server/start/start-error.ts';
import { hasNoTls } from './database-error.ts';
import type { InstallationStart } from './installation.ts';
import type { Sql } from './sql.ts';

const OLDEST_VERSION = 15;
const REACHABLE_WITHIN_MS = 5_000;
const RETRY_MS = 250;

/** The server is not there yet; worth another try while a machine starts up. */
const NOT_YET = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', '57P03']);

/** It is there, and does not know this role, password or database, or keeps the role out of it. */
const IS_REFUSAL = /^(28|3D|42501)/;

/** Parameters of an address that name files. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** Else names in other letters would be refused one by one, each as a fault. @throws StartError */
export async function refuseOtherEncoding(
  sql: Sql,
  { setting, place }: Pick<InstallationStart, 'setting' | 'place'>,
): Promise<void> {
  const [row] = await sql<{ encoding: string }[]>`
    SELECT current_setting('server_encoding') AS encoding`;
  const { encoding } = row!;
  if (encoding === 'UTF8') return;
  throw new StartError(
    `${setting}: the database ${place} stores text as ${encoding}; UTF8 is needed.`,
  );
}

/** @throws StartError */
export async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number; words: string }[]>`
    SELECT current_setting('server_version_num')::int AS version,
           current_setting('server_version') AS words`;
  refuseOldVersion(row!.version, row!.words);
}

/** @param version as `server_version_num` has it: 150004 is 15.4 */
export function refuseOldVersion(version: number, words: string): void {
  if (version >= OLDEST_VERSION * 10_000) return;
  throw new StartError(
    `DATABASE_URL: the server is PostgreSQL ${words}; ${OLDEST_VERSION} or newer is needed.`,
  );
}

/** @throws StartError naming DATABASE_URL when nothing answers there for a while, or it refuses us */
export async function waitUntilReachable(sql: Sql, url: string): Promise<void> {
  refuseMissingFiles(url);
  const giveUpAt = performance.now() + REACHABLE_WITHIN_MS;
  for (;;) {
    try {
      return await refuseSharedSessions(sql, url);
    } catch (error) {
      if (error instanceof StartError) throw error;
      const { code = '' } = error as { code?: string };
      if (!NOT_YET.has(code) || performance.now() > giveUpAt) {
        const words = `DATABASE_URL: no database at ${printableUrl(url)} (${oneLine(error)}).`;
        const isSettled = IS_REFUSAL.test(code) || hasNoTls(error);
        throw isSettled ? new StartError(words) : new AwayError(words);
      }
      await sleep(RETRY_MS);
    }
  }
}

/** The driver's words for it are those of a Unix socket that is not there yet. @throws StartError */
function refuseMissingFiles(url: string): void {
  const { searchParams } = new URL(url);
  for (const name of FILES) {
    const file = searchParams.get(name);
    if (file === null || file === 'system') continue;
    try {
      readFileSync(file);
    } catch (error) {
      throw new StartError(`DATABASE_URL: its ${name} cannot be read (${oneLine(error)}).`);
    }
  }
}

/**
 * Behind a pooler that lends a connection for each transaction, settings and prepared statements of one session reach
 * others: calls fail now and then, and no time limit is sure.
 * @throws StartError
 */
export async function refuseSharedSessions(sql: Sql, url: string): Promise<void> {
  const other = sql.apart({ connections: 1, settings: {} });
  const pidOf = async (on: Sql) =>
    (await on<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`)[0].pid;
  const pids: number[] = [];
  try {
    // Several times in a row, because a pooler may lend its connections by turns.
    for (const on of [sql, sql, other, sql]) pids.push(await pidOf(on));
  } finally {
    await other.end();
  }
  const [first, second, ofOther, third] = pids;
  const isShared = first !== second || second !== third || first === ofOther;
  if (!isShared) return;
  throw new StartError(
    `DATABASE_URL: the pooler at ${printableUrl(url)} lends the same connection to several sessions; it has to give each its own (PgBouncer: pool_mode = session).`,
  );
}
