/** Regular backups of the private PostgreSQL; old ones are removed. */
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { listBackups, type Manifest, madeAtOf, readManifest } from './embedded/backup-files.ts';

/** How often to check whether a backup is due. */
const CHECK_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;

interface BackupPlan {
  /** BACKUP_DIR. */
  readonly folder: string;
  /** At least one. */
  readonly kept: number;
  readonly everyHours: number;
}

interface Source {
  /** Makes a backup below a folder and returns its folder. */
  backUp(folder: string, signal: AbortSignal): Promise<string>;
  /** Which cluster it is, as manifests name it. */
  cluster(): Promise<string>;
}

export function createBackups(
  { backUp, cluster }: Source,
  { folder, kept, everyHours }: BackupPlan,
  log: Logger,
) {
  const stopping = new AbortController();
  let lastAt: number | null = null;
  let nextTryAt = 0;

  return {
    name: 'back the database up',
    everyMs: CHECK_EVERY_MS,
    /** Makes a backup if one is due. */
    async run(): Promise<void> {
      const now = Date.now();
      if (lastAt === null || isAhead(lastAt, now)) {
        lastAt = await newestIn(folder, await cluster(), now);
      }
      const isPause = now < nextTryAt && !isAhead(nextTryAt, now);
      if (isPause || (lastAt !== null && now - lastAt < everyHours * HOUR_MS)) return;
      // A failed one is retried, but not every minute: the disk may be full.
      nextTryAt = now + Math.min(HOUR_MS, everyHours * HOUR_MS);
      const backup = await backUp(folder, stopping.signal);
      lastAt = now;
      nextTryAt = 0;
      const removed = await removeOldBackups(backup, kept);
      log.info({ backup, removed }, 'the database was backed up');
    },
    /** Time of the newest backup, in ms since 1970; null before the first. */
    lastAt: () => lastAt,
    stop: () => stopping.abort(),
  };
}

/**
 * A backup dated in the future was made with a wrong clock. Its real age is unknown, so it is neither counted nor ever
 * deleted. A clock that was set back a little does no harm.
 */
function isAhead(at: number, now: number): boolean {
  return at > now + HOUR_MS;
}

/** Installations may share a folder. Of a broken backup nobody knows whose it is: then one is made. */
async function newestIn(folder: string, cluster: string, now: number): Promise<number | null> {
  const there = await listBackups(folder).catch(() => []); // making one says what is wrong
  for (const one of there.reverse()) {
    if (isAhead(madeAtOf(one), now)) continue;
    const manifest = await readManifest(one).catch(() => null);
    if (manifest === null) return null;
    if (manifest.cluster === cluster) return Date.parse(manifest.madeAt);
  }
  return null;
}

/**
 * Removes the oldest backups of the same cluster beside `backup`, the newest.
 * @returns the removed folders
 */
export async function removeOldBackups(backup: string, kept: number): Promise<string[]> {
  const { cluster } = await readManifest(backup);
  const folder = path.dirname(backup);
  const isOurs = (manifest: Manifest | null): boolean => manifest?.cluster === cluster;
  const ours: string[] = [];
  for (const one of await listBackups(folder)) {
    if (isAhead(madeAtOf(one), madeAtOf(backup))) continue;
    if (isOurs(await readManifest(one).catch(() => null))) ours.push(one);
  }
  const old = ours.slice(0, -kept);
  for (const one of old) await rename(one, `${one}-going`);
  // Also what a server left that was killed meanwhile.
  for (const name of await readdir(folder)) {
    if (GOING.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
  return old;
}

/** A half-removed folder must not look like a backup. */
const GOING = /^\d{4}-\d\d-\d\dT[\d.-]+Z-going$/;
