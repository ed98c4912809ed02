/** The private PostgreSQL of a data folder: locked, made if there is none, started and kept running. */
import { chownSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type FileLock, lockFile } from '#server/db/file-lock.ts';
import { freePort } from '#server/jobs/free-port.ts';
import { StartError } from '#server/start/start-error.ts';
import { findBinaries } from './binaries.ts';
import { DATABASE_NAME, ensureCluster, ensurePassword, hasSockets } from './initdb.ts';
import { type DatabasePlace, findDatabasePlace, lookUpDatabaseFolder } from './location.ts';
import { lacksRoom, startProcess, stopLeftover } from './process.ts';
import { startWithRestarts } from './restarts.ts';
import { addressIn, makeSocketFolder } from './socket-folder.ts';

/** How long a query waits for a connection while PostgreSQL restarts. */
const CONNECT_TIMEOUT_MS = 8_000;
/** For each server process, which takes 13 at most; 20 more are for operators' commands and backups. */
const CONNECTIONS_OF_SERVER = 20;

type Options = {
  dataDir: string;
  log: Logger;
  /** Called once when PostgreSQL keeps crashing and is given up. */
  onLost: (reason: Error) => void;
  /** Processes that will use it. */
  servers?: number;
  /** Overrides of PostgreSQL settings, for tests that need no durability. */
  settings?: Record<string, string>;
};

/** Starts the private PostgreSQL of a data folder: durable, and without an open port where sockets are available. */
export async function startEmbedded(options: Options) {
  const place = findDatabasePlace(options.dataDir);
  const lock = await lockDatabasePlace(place, options.dataDir);
  try {
    const binaries = findBinaries(place);
    await stopLeftover(place.folder);
    await ensureCluster(place, binaries);
    const socketFolder = hasSockets ? makeSocketFolder(place) : undefined;
    const address = socketFolder
      ? addressIn(socketFolder)
      : { host: '127.0.0.1', port: await freePort() };
    const settings = {
      ...serverSettings(address, socketFolder),
      max_connections: String(20 + CONNECTIONS_OF_SERVER * (options.servers ?? 1)),
      ...options.settings,
    };
    const start = () => startProcess(place, binaries, settings);
    const { log, onLost } = options;
    const kept = await startWithRestarts({ start, lacksRoom: () => lacksRoom(place), log, onLost });
    return {
      /**
       * Of the product's database, for this and other processes. A folder as host: the socket in it. What is left out the
       * driver takes from PGOPTIONS and its like, by which an operator means another database.
       */
      address: {
        ...address,
        user: DATABASE_NAME,
        database: DATABASE_NAME,
        // Where the server needs one (Windows).
        password: hasSockets ? undefined : ensurePassword(place),
        options: ' ',
        sslnegotiation: 'postgres' as const,
        ssl: false,
      },
      /** Resolves when the server accepts connections; during a restart after some seconds. */
      isUp: () => Promise.race([kept.isUp(), sleep(CONNECT_TIMEOUT_MS, undefined, { ref: false })]),
      /** The folder of its socket; undefined if it listens on a loopback port. */
      socketFolder,
      cluster: place.cluster,
      /** Stops it: sessions closed, a checkpoint written, the folder unlocked. */
      stop: async (): Promise<void> => {
        await kept.stop();
        if (socketFolder) rmSync(socketFolder, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Stops the PostgreSQL that a killed server left running on this data folder; never one in use. */
export async function stopAbandoned(dataDir: string): Promise<void> {
  const folder = lookUpDatabaseFolder(dataDir);
  const lock = folder && (await lockFile(path.join(folder, 'lock')));
  if (!lock) return;
  await stopLeftover(folder).finally(() => lock.release());
}

/** @throws StartError if a server is running there */
export async function lockDatabasePlace(place: DatabasePlace, dataDir: string): Promise<FileLock> {
  let lock: FileLock | undefined;
  try {
    const file = path.join(place.folder, 'lock');
    lock = await lockFile(file);
    // Created by root, but the database's owner may start the server next time.
    if (place.account.uid !== undefined) chownSync(file, place.account.uid, place.account.gid!);
  } catch (error) {
    throw new StartError(
      `The folder ${place.folder} cannot be used (${(error as Error).message}). Start as the user it belongs to, or set DATA_DIR to a folder that can be written to.`,
    );
  }
  if (lock) return lock;
  throw new StartError(
    `Another server is already running on the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`,
  );
}

function serverSettings(
  { host, port }: { host: string; port: number },
  socketFolder: string | undefined,
) {
  return {
    listen_addresses: socketFolder ? '' : host,
    port: String(port),
    // A list: must be quoted because of commas or spaces in the path.
    unix_socket_directories: socketFolder ? `"${socketFolder}"` : '',
    unix_socket_permissions: '0700',
    // A commit is on the disk before it is answered.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements are reported to their callers; logging each would only fill the file.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
}
