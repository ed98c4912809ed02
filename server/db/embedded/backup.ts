/**
 * Online backups of the private PostgreSQL with PostgreSQL's low-level backup functions, because the package has no
 * program for it. Files are copied as they are, together with the WAL from before the first copy to after the last,
 * which makes them consistent.
 */
import { mkdir, mkdtemp, readFile, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { type Connection, openConnection } from '#server/db/connection.ts';
import { StartError } from '#server/start/start-error.ts';
import {
  type BackedUpFile,
  CLUSTER,
  copyHashed,
  MANIFEST,
  type Manifest,
  nameOf,
  syncAll,
  syncFolder,
} from './backup-files.ts';
import { type ClusterFiles, CONTROL_FILE, listCluster } from './cluster-files.ts';
import { SUPERUSER } from './initdb.ts';

/** A running server and the folder of its cluster. */
export interface Source {
  readonly address: Pick<ClientConfig, 'host' | 'port' | 'password'>;
  readonly cluster: string;
}

/** "the mainz", backup. */
const LOCK_KEY = 7_468_657_002;
/** Space left free on the backup disk, which the database may share. */
const LEAST_ROOM_BYTES = 256 * 1024 * 1024;
/** PostgreSQL writes its control file at once, but a read may fall into the middle of that. */
const CONTROL_FILE_TRIES = 100;
/** WAL files that share the second third of their name. */
const SEGMENTS = 256;

/**
 * Makes a backup below `folder`, named by the UTC time. It has a temporary name until it is complete and on the disk.
 * A cluster makes one backup at a time.
 * @throws StartError when `folder` cannot be written or has too little room, another backup is under way, or `folder` is in the cluster
 * @returns the folder of the backup
 */
export async function backUp(
  source: Source,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  if (isInside(folder, source.cluster)) {
    throw new StartError(
      `${folder} is inside the database itself, which each backup would contain: name another folder.`,
    );
  }
  await requireWritable(folder);
  const connection = await openConnection(
    { ...source.address, user: SUPERUSER, database: 'postgres', ssl: false },
    { onAnswer() {}, onEnd() {}, onNotice() {} },
  );
  connection.silentMs = Number.POSITIVE_INFINITY; // a checkpoint may take long
  try {
    const about = await ask<{ isAlone: boolean; cluster: string; major: number }>(
      connection,
      `SELECT pg_try_advisory_lock(${LOCK_KEY}) AS "isAlone", system_identifier::text AS cluster,
         current_setting('server_version_num')::int / 10000 AS major FROM pg_control_system()`,
    );
    if (!about.isAlone) throw new StartError('Another backup is being made.');
    const draft = path.join(folder, `making-${about.cluster}`);
    await rm(draft, { recursive: true, force: true }); // of a backup that was killed
    await requireRoom(folder, (await listCluster(source.cluster)).bytes);
    try {
      await mkdir(draft, { mode: 0o700 });
      const madeAt = await fillDraft(connection, source.cluster, draft, about, signal);
      const backup = path.join(folder, nameOf(madeAt));
      await rename(draft, backup);
      await syncFolder(folder);
      return backup;
    } catch (error) {
      // The disk may be full, and the database's own.
      await rm(draft, { recursive: true, force: true });
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      throw new StartError(`The disk of ${folder} was full before the backup was made.`);
    }
  } finally {
    await connection.close();
  }
}

/**
 * Copies the cluster and writes the manifest, all of it on the disk.
 * @returns the moment of the backup
 */
async function fillDraft(
  connection: Connection,
  cluster: string,
  draft: string,
  about: { readonly cluster: string; readonly major: number },
  signal: AbortSignal | undefined,
): Promise<Date> {
  const list = await listCluster(cluster);
  const target = path.join(draft, CLUSTER);
  for (const one of ['', ...list.folders]) {
    await mkdir(path.join(target, one), { recursive: true, mode: 0o700 });
  }
  const files = await copyCluster(connection, cluster, list, target, signal);
  const madeAt = new Date();
  const manifest: Manifest = {
    madeAt: madeAt.toISOString(),
    major: String(about.major),
    cluster: about.cluster,
    folders: list.folders,
    files,
  };
  await writeFile(path.join(draft, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 });
  await syncAll(draft);
  return madeAt;
}

async function copyCluster(
  connection: Connection,
  cluster: string,
  list: ClusterFiles,
  target: string,
  signal: AbortSignal | undefined,
): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  const copy = async (name: string, from: string | Uint8Array): Promise<void> => {
    files.push({ path: name, ...(await copyHashed(from, path.join(target, name), signal)) });
  };
  // From here PostgreSQL keeps its WAL until this connection closes.
  await ask(
    connection,
    "SELECT pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)",
  );
  await ask(connection, "SELECT pg_backup_start('the mainz', true)");
  for (const name of list.files) {
    // A table was dropped meanwhile; the WAL contains that.
    await copy(name, path.join(cluster, name)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await rm(path.join(target, name), { force: true });
    });
  }
  await copy(CONTROL_FILE, await readControlFile(path.join(cluster, CONTROL_FILE)));
  const end = await ask<{ label: string; tablespaces: string; last: string }>(
    connection,
    `SELECT labelfile AS label, spcmapfile AS tablespaces, pg_walfile_name(lsn) AS last
       FROM pg_backup_stop(false)`,
  );
  if (end.tablespaces !== '') throw new Error('the database has tablespaces of its own');
  await copy('backup_label', Buffer.from(end.label));
  const first = /\(file ([0-9A-F]{24})\)/.exec(end.label)?.[1] ?? '';
  for (const segment of segmentsBetween(first, end.last)) {
    await copy(`pg_wal/${segment}`, path.join(cluster, 'pg_wal', segment));
  }
  return files;
}

/** Names of the WAL files between two names, both included. */
export function segmentsBetween(first: string, last: string): string[] {
  const timeline = first.slice(0, 8);
  const numberOf = (name: string): number =>
    Number.parseInt(name.slice(8, 16), 16) * SEGMENTS + Number.parseInt(name.slice(16), 16);
  const [from, to] = [numberOf(first), numberOf(last)];
  if (timeline !== last.slice(0, 8) || !(from <= to)) {
    throw new Error(`the log of changes does not lead from ${first} to ${last}`);
  }
  const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0');
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const number = from + at;
    return `${timeline}${hex(Math.floor(number / SEGMENTS))}${hex(number % SEGMENTS)}`;
  });
}

async function readControlFile(file: string): Promise<Uint8Array> {
  let before = await readFile(file);
  for (let tries = 0; tries < CONTROL_FILE_TRIES; tries++) {
    await sleep(1);
    const now = await readFile(file);
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error(`${file} never stood still`);
}

function isInside(folder: string, outer: string): boolean {
  const way = path.relative(outer, path.resolve(folder));
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}

/** Makes the folder if there is none. @throws StartError */
export async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Creating is asked for by creating: `access` believes that root may write anywhere.
    await rmdir(await mkdtemp(path.join(folder, 'trying-')));
  } catch (error) {
    throw new StartError(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}): give it to the user who runs the server; under systemd the unit's ReadWritePaths has to name it.`,
    );
  }
}

/** @throws StartError when a backup of so many bytes does not fit into the folder with room to spare */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + LEAST_ROOM_BYTES) return;
  const inMiB = (count: number): string => `${Math.ceil(count / 2 ** 20)} MiB`;
  throw new StartError(
    `There is too little room in ${folder}: ${inMiB(free)} are free, a backup takes ${inMiB(bytes)}, and ${inMiB(LEAST_ROOM_BYTES)} have to stay free.`,
  );
}

async function ask<T>(connection: Connection, text: string): Promise<T> {
  const { rows } = await connection.send({ text });
  return rows[0] as T;
}
