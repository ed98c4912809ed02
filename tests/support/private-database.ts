/** Helpers for tests of the private PostgreSQL. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_NAME } from '#server/db/embedded/initdb.ts';
import { connectByUrl } from '#server/db/open.ts';
import type { Sql } from '#server/db/sql.ts';
import { testDatabaseUrl } from './postgres.ts';
import { embeddedPostgres } from './product.ts';

/** Settings for tests of process and database: no demo, and the chain is not called. */
export const REAL = { COLLECTION_TYPES: '0x2::cards::Card', SUI_URL: 'http://127.0.0.1:1' };

export async function withDatabase<T>(dataDir: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { socketFolder } = embeddedPostgres(dataDir)!;
  const sql = connectByUrl(testDatabaseUrl(socketFolder, DATABASE_NAME, DATABASE_NAME));
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** False for a zombie process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}
