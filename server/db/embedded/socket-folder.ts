/** The folder of the socket by which the private PostgreSQL is reached. */
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartError } from '#server/start/start-error.ts';
import type { DatabasePlace } from './location.ts';
import { type Account, canEnter, isRoot } from './os-account.ts';

/** A socket's path has at most 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_MAX_BYTES = 103;
const PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${PORT}`;

/** The address of a server with `unix_socket_directories` = this folder. */
export const addressIn = (folder: string) => ({ host: folder, port: PORT });

const isShortEnough = (folder: string): boolean =>
  Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= SOCKET_PATH_MAX_BYTES;

/** False where it cannot be made. */
function makeFolder(folder: string, { uid, gid }: Account): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, 0o700);
    if (uid !== undefined) chownSync(folder, uid, gid!);
    return true;
  } catch (error) {
    // Whether what is there is ours is looked at below.
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

/**
 * Creates the folder of the database's socket, which only root and the account that runs PostgreSQL can enter. Its
 * name is derived from the place, so each data folder has its own.
 */
export function makeSocketFolder(place: DatabasePlace): string {
  const uid = place.account.uid ?? process.getuid!();
  const hash = createHash('sha256').update(`${uid} ${place.folder}`).digest('hex').slice(0, 16);
  // PostgreSQL works in another folder than we do.
  const folder = [path.resolve(tmpdir()), '/tmp']
    .filter((base) => !isRoot() || canEnter(place.account, base)) // root may have a private temp folder
    .map((base) => path.join(base, `the-mainz-${hash}`))
    .find((candidate) => isShortEnough(candidate) && makeFolder(candidate, place.account));
  if (!folder) {
    throw new StartError(
      "No temp folder can hold the database's socket: set TMPDIR to a short path that can be written and that every user can enter.",
    );
  }
  // Anybody can write to the temp folder and may have created it, or a link, before us.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new StartError(
      `The folder ${folder} should hold the database's socket but is not a private folder of user ${uid}: remove it.`,
    );
  }
  return folder;
}
