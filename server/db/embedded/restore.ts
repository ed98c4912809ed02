/**
 * Replaces the private PostgreSQL's cluster by a backup. Everything that can fail comes first: the backup is
 * verified, copied beside the cluster and recovered by PostgreSQL. The old cluster is kept.
 */
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/start/start-error.ts';
import { requireRoom } from './backup.ts';
import {
  type BackedUpFile,
  broken,
  CLUSTER,
  checkFiles,
  copyHashed,
  isSame,
  type Manifest,
  readManifest,
} from './backup-files.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { putInPlace, tryCluster } from './initdb.ts';
import { type DatabasePlace, findDatabasePlace } from './location.ts';
import { stopLeftover } from './process.ts';
import { lockDatabasePlace } from './server.ts';

interface Restored {
  /** Time of the restored backup. */
  readonly madeAt: Date;
  /** Where the old cluster is now; null if there was none. */
  readonly before: string | null;
}

/**
 * @param backup the folder of a backup
 * @throws StartError if it is damaged, of another PostgreSQL version, or a server is running; nothing is changed then
 */
export async function restore(backup: string, dataDir: string): Promise<Restored> {
  const manifest = await readManifest(backup);
  await checkFiles(backup, manifest);
  const place = findDatabasePlace(dataDir);
  const lock = await lockDatabasePlace(place, dataDir);
  try {
    const binaries = findBinaries(place);
    requireMajor(backup, manifest, binaries);
    // PostgreSQL needs room of its own, and a full disk would look like a broken backup.
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    await requireRoom(place.folder, bytes);
    await stopLeftover(place.folder);
    const draft = path.join(place.folder, `making-${randomBytes(4).toString('hex')}`);
    try {
      await copyBackup(backup, manifest, place, draft);
      await tryCluster(place, binaries, draft).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOSPC' ? error : broken(backup, error.message);
      });
      return { madeAt: new Date(manifest.madeAt), before: putInPlace(place, draft) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      throw new StartError(
        `The disk of ${place.folder} was full before the backup was restored. Nothing was changed.`,
      );
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

function requireMajor(backup: string, { major }: Manifest, binaries: Binaries): void {
  if (major === binaries.major) return;
  throw new StartError(
    `The backup ${backup} is of PostgreSQL ${major}, and this version brings ${binaries.major}: restore it with the version that made it. Nothing was changed.`,
  );
}

/** @param draft under a name that the next start removes */
async function copyBackup(
  backup: string,
  manifest: Manifest,
  place: DatabasePlace,
  draft: string,
): Promise<void> {
  const give = (name: string): void => {
    if (place.account.uid !== undefined) chownSync(name, place.account.uid, place.account.gid!);
  };
  for (const folder of ['', ...manifest.folders]) {
    mkdirSync(path.join(draft, folder), { mode: 0o700 });
    give(path.join(draft, folder));
  }
  for (const file of manifest.files) {
    await copyFile(backup, file, path.join(draft, file.path));
    give(path.join(draft, file.path));
  }
}

/** The file may have changed since it was verified. */
async function copyFile(backup: string, file: BackedUpFile, target: string): Promise<void> {
  const copied = await copyHashed(path.join(backup, CLUSTER, file.path), target);
  if (!isSame(copied, file)) throw broken(backup, `${file.path} changed meanwhile`);
}
