/** The disks and the backups. */
import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { requireWritable } from '#server/db/embedded/backup.ts';
import { listBackups, readManifest } from '#server/db/embedded/backup-files.ts';
import { lookUpDatabaseFolder } from '#server/db/embedded/location.ts';
import type { Config } from '#server/start/config.ts';
import { causeOf, type Finding, odd, right, wrong } from './finding.ts';

const GIB = 2 ** 30;
/** PostgreSQL stops when the disk is full; a backup leaves 256 MiB free. */
const LEAST_FREE_BYTES = 0.5 * GIB;
const GOOD_FREE_BYTES = 2 * GIB;
const HOUR_MS = 3_600_000;

export async function lookAtDisks({ databaseUrl, dataDir, backups }: Config): Promise<Finding[]> {
  const found: Finding[] = [];
  if (databaseUrl === null) found.push(room('disk', databaseFolder(dataDir)));
  if (databaseUrl === null && backups === null) {
    found.push(
      odd('backups', 'BACKUP_DIR is not set: the private database is backed up by nobody.'),
    );
  }
  if (backups !== null) {
    found.push(room('backups', backups.folder));
    found.push(await newestBackup(backups));
  }
  return found;
}

function databaseFolder(dataDir: string): string {
  try {
    return lookUpDatabaseFolder(dataDir) ?? dataDir;
  } catch {
    return dataDir; // why it cannot be looked at is said of the database
  }
}

function room(about: string, folder: string): Finding {
  let place = folder;
  while (!existsSync(place)) place = path.dirname(place);
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const words = `${(free / GIB).toFixed(1)} GiB are free for ${folder}`;
  if (free < LEAST_FREE_BYTES)
    return wrong(about, `${words}: the database stops when none is left.`);
  return free < GOOD_FREE_BYTES
    ? odd(about, `${words}: make room soon.`)
    : right(about, `${words}.`);
}

async function newestBackup(backups: NonNullable<Config['backups']>): Promise<Finding> {
  let newest: string | undefined;
  try {
    if (existsSync(backups.folder)) await requireWritable(backups.folder);
    newest = (await listBackups(backups.folder)).at(-1);
  } catch (error) {
    return wrong('backups', causeOf(error));
  }
  if (newest === undefined) return odd('backups', `There is none in ${backups.folder} yet.`);
  const manifest = await readManifest(newest).catch(() => null);
  if (manifest === null) return wrong('backups', `The newest one, ${newest}, is broken.`);
  const hours = (Date.now() - Date.parse(manifest.madeAt)) / HOUR_MS;
  if (hours < -1) {
    return odd(
      'backups',
      `${newest} is of a time to come: the clock was wrong when it was made, and it counts for nothing. Remove it.`,
    );
  }
  const words = `The newest one is ${Math.round(hours)} h old`;
  return hours > 2 * backups.everyHours
    ? wrong('backups', `${words}, and should be ${backups.everyHours} h old at most: see the log.`)
    : right('backups', `${words}.`);
}
