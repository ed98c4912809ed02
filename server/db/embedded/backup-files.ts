/** The folders of backups, and the files of one: written with their hashes, and verified before use. */
import { createHash } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { StartError } from '#server/start/start-error.ts';

export const MANIFEST = 'manifest.json';
/** The folder beside the manifest. */
export const CLUSTER = 'cluster';

export interface Manifest {
  readonly madeAt: string;
  /** Major version of PostgreSQL. */
  readonly major: string;
  /** PostgreSQL's random number of the cluster: distinguishes the backups of two installations. */
  readonly cluster: string;
  /** Every folder of the cluster, also empty ones. */
  readonly folders: readonly string[];
  readonly files: readonly BackedUpFile[];
}

export interface BackedUpFile {
  /** Seen from the cluster, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Small, so that hashing a piece does not delay requests. */
const PIECE_BYTES = 256 * 1024;

/**
 * Hashes a file in pieces, and copies it to `to` if given.
 * @param from its path, or the bytes themselves
 */
export async function copyHashed(
  from: string | Uint8Array,
  to: string | null,
  signal?: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const target = to === null ? null : await open(to, 'wx', 0o600);
  let bytes = 0;
  try {
    const pieces: AsyncIterable<Buffer> | Uint8Array[] =
      typeof from === 'string' ? createReadStream(from, { highWaterMark: PIECE_BYTES }) : [from];
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      hash.update(piece);
      bytes += piece.length;
      await target?.writeFile(piece);
    }
  } finally {
    await target?.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** In parallel: a disk syncs many files for little more than the cost of one. */
const SYNCS_AT_ONCE = 16;

/** Flushes everything below a folder to the disk. */
export async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = entries.map((entry) => ({
    name: path.join(entry.parentPath, entry.name),
    isFolder: entry.isDirectory(),
  }));
  all.push({ name: folder, isFolder: true });
  await inParallel(all, SYNCS_AT_ONCE, sync);
}

/** Flushes the entries of a folder to the disk. */
export const syncFolder = (name: string): Promise<void> => sync({ name, isFolder: true });

async function sync({ name, isFolder }: { name: string; isFolder: boolean }): Promise<void> {
  if (isFolder && process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(name, isFolder ? 'r' : 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws StartError if it is missing or unreadable */
export async function readManifest(backup: string): Promise<Manifest> {
  try {
    const text = await readFile(path.join(backup, MANIFEST), 'utf8');
    const manifest = JSON.parse(text) as Manifest;
    const paths = [...manifest.folders, ...manifest.files.map((file) => file.path)];
    if (Number.isNaN(Date.parse(manifest.madeAt)) || !paths.every(isPlainPath)) throw new Error('');
    return manifest;
  } catch (error) {
    // Whoever runs it as another user must not take a good backup for a broken one.
    const { code = 'not as it was written' } = error as NodeJS.ErrnoException;
    throw new StartError(
      `${backup} is no backup, or a broken one: its ${MANIFEST} cannot be read (${code}).`,
    );
  }
}

const isPlainPath = (name: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.split('/').includes('..');

/**
 * Verifies the whole backup against its manifest.
 * @throws StartError naming the first file that is missing, changed or unexpected
 */
export async function checkFiles(backup: string, manifest: Manifest): Promise<void> {
  const cluster = path.join(backup, CLUSTER);
  for (const file of manifest.files) {
    const found = await copyHashed(path.join(cluster, file.path), null).catch(() => null);
    if (found === null) throw broken(backup, `${file.path} cannot be read`);
    if (!isSame(found, file)) throw broken(backup, `${file.path} is not as it was written`);
  }
  const known = new Set(manifest.files.map((file) => file.path));
  const unknown = (await filesBelow(cluster)).find((name) => !known.has(name));
  if (unknown !== undefined) throw broken(backup, `${unknown} does not belong to it`);
}

export const isSame = (
  found: { bytes: number; sha256: string },
  file: { bytes: number; sha256: string },
): boolean => found.bytes === file.bytes && found.sha256 === file.sha256;

export const broken = (backup: string, why: string): StartError =>
  new StartError(`The backup ${backup} is broken (${why}): nothing was changed.`);

/** Paths of all files below a folder, with `/`. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.replaceAll(path.sep, '/'));
}

/** For example `2026-11-22T03-00-00.000Z`: names sort by age. */
export const nameOf = (at: Date): string => at.toISOString().replaceAll(':', '-');

/** The moment in the name of a backup's folder, in ms since 1970. */
export function madeAtOf(backup: string): number {
  const [day, time] = path.basename(backup).split('T') as [string, string];
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`);
}

/** The folders of the backups below `folder`, the oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return [];
    throw new StartError(`${folder} cannot be read (${code}).`);
  });
  return names
    .filter((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}
