/**
 * Puts a backup in the place of the private PostgreSQL's cluster. Everything that can go wrong goes wrong
 * before that: the backup is read whole, copied beside the cluster and brought up to its moment by
 * PostgreSQL itself. The cluster that was there is kept beside it.
 */
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/start/start-error.ts';
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
import { findPlace, type Place } from './location.ts';
import { stopLeftover } from './process.ts';
import { lockPlace } from './server.ts';

export interface Restored {
  /** Of what the database holds now. */
  readonly madeAt: Date;
  /** Where the cluster that was there stands now; null when there was none. */
  readonly before: string | null;
}

/**
 * @param backup the folder of a backup
 * @throws StartError when it is broken, of another PostgreSQL, or a server runs; nothing is changed then
 */
export async function restore(backup: string, dataDir: string): Promise<Restored> {
  const manifest = await readManifest(backup);
  await checkFiles(backup, manifest);
  const place = findPlace(dataDir);
  const lock = await lockPlace(place, dataDir);
  try {
    const binaries = findBinaries(place);
    requireMajor(backup, manifest, binaries);
    await stopLeftover(place.folder);
    const draft = path.join(place.folder, `making-${randomBytes(4).toString('hex')}`);
    try {
      await copyBackup(backup, manifest, place, draft);
      await tryCluster(place, binaries, draft).catch((error: Error) => {
        throw broken(backup, error.message);
      });
      return { madeAt: new Date(manifest.madeAt), before: putInPlace(place, draft) };
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

/** @param draft under a name that the next start clears away */
async function copyBackup(
  backup: string,
  manifest: Manifest,
  place: Place,
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

/** What was whole a moment ago may not be any more. */
async function copyFile(backup: string, file: BackedUpFile, target: string): Promise<void> {
  const copied = await copyHashed(path.join(backup, CLUSTER, file.path), target);
  if (!isSame(copied, file)) throw broken(backup, `${file.path} changed meanwhile`);
}
