/** A separate PostgreSQL that a trial can kill, stop, pause or run out of disk. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { DATABASE_NAME, ensureCluster, SUPERUSER } from '#server/db/embedded/initdb.ts';
import { findDatabasePlace } from '#server/db/embedded/location.ts';
import { startProcess, stopProcess } from '#server/db/embedded/process.ts';
import { makeSocketFolder } from '#server/db/embedded/socket-folder.ts';
import { connectByUrl } from '#server/db/open.ts';
import type { Sql } from '#server/db/sql.ts';
import { testDatabaseUrl } from '#tests/support/postgres.ts';
import { childrenOf } from '#tests/support/several-servers.ts';

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

/**
 * @param walFolder for its write-ahead log; without it, the log is with the data
 */
export async function startOwnPostgres(dataDir: string, walFolder?: string) {
  const place = findDatabasePlace(dataDir);
  const binaries = findBinaries(place);
  await ensureCluster(place, binaries);
  if (walFolder !== undefined) {
    const wal = path.join(place.cluster, 'pg_wal');
    spawnSync('cp', ['-a', wal, walFolder]);
    rmSync(wal, { recursive: true });
    symlinkSync(path.join(walFolder, 'pg_wal'), wal);
  }
  const socketFolder = makeSocketFolder(place);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    shared_buffers: '32MB',
    max_connections: '60',
    // The disk is small.
    min_wal_size: '32MB',
    max_wal_size: '64MB',
  };
  let child: ChildProcess = await startProcess(place, binaries, settings);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [child.pid!, ...childrenOf(child.pid!)]) process.kill(pid, signal);
  };
  return {
    /** As DATABASE_URL takes it. */
    url: testDatabaseUrl(socketFolder, DATABASE_NAME, DATABASE_NAME),
    isRunning: () => !hasEnded(),
    async kill9() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      signalAll('SIGKILL');
      await gone;
    },
    stop: () => stopProcess(child),
    async start() {
      if (hasEnded()) child = await startProcess(place, binaries, settings);
    },
    /** Paused: it takes connections and does not answer. */
    hang: () => signalAll('SIGSTOP'),
    wake: () => signalAll('SIGCONT'),
    /** As its superuser, in the product's database. */
    async asAdmin(work: (sql: Sql) => Promise<void>) {
      const sql = connectByUrl(testDatabaseUrl(socketFolder, DATABASE_NAME, SUPERUSER));
      try {
        await work(sql);
      } finally {
        await sql.end({ timeout: 1 });
      }
    },
    async close() {
      await stopProcess(child);
      rmSync(socketFolder, { recursive: true, force: true });
      rmSync(place.folder, { recursive: true, force: true });
    },
  };
}
