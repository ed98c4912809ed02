/** Where the private PostgreSQL of a data folder lives, and who runs it. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/start/start-error.ts';
import { type Account, accountForNewCluster, canEnter, isRoot } from './os-account.ts';

/** Root's folder for files that an unprivileged user must reach, outside a project folder of mode 0700. */
export const SYSTEM_FOLDER = '/var/lib/the-mainz';
const NOTE_FILE = 'postgres-is-elsewhere.txt';

/** `folder` holds everything of one database (cluster, lock, log); `account` runs PostgreSQL. */
export type DatabasePlace = { folder: string; cluster: string; account: Account };

/**
 * Decides where the database of a data folder is and which account runs it, and creates the folder. What exists wins:
 * the note of an earlier start, then a cluster in the data folder, run by its owner. Only a new one depends on
 * whether the unprivileged user can reach the data folder.
 */
export function findDatabasePlace(dataDir: string): DatabasePlace {
  makeFolder(dataDir);
  const home = realpathSync(dataDir);
  const inside = path.join(home, 'postgres');
  const elsewhere = readNote(home);
  if (!isRoot()) {
    if (elsewhere) throw new StartError(belongsToRoot(dataDir, elsewhere));
    makeFolder(inside, {});
    return placeIn(inside, {});
  }
  if (elsewhere && !existsSync(elsewhere)) throw new StartError(gone(home, elsewhere));
  const folder = elsewhere ?? inside;
  if (existsSync(path.join(folder, 'cluster'))) return existingPlace(folder);
  const account = accountForNewCluster();
  if (elsewhere || canEnter(account, home)) {
    makeFolder(folder, account);
    return placeIn(folder, account);
  }
  return placeIn(settleElsewhere(home, account), account);
}

/**
 * The database folder of `dataDir`, if it exists; creates nothing.
 * @throws StartError when another user has to look, since nobody else can tell whether a server runs there
 */
export function lookUpDatabaseFolder(dataDir: string): string | undefined {
  const folder = readNote(dataDir) ?? path.join(dataDir, 'postgres');
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return realpathSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StartError(
      `The database in ${folder} cannot be looked at (${code}): run this as the user who runs the server.`,
    );
  }
}

const placeIn = (folder: string, account: Account): DatabasePlace => ({
  folder,
  cluster: path.join(folder, 'cluster'),
  account,
});

function existingPlace(folder: string): DatabasePlace {
  const { uid, gid } = statSync(path.join(folder, 'cluster'));
  if (uid === 0) {
    throw new StartError(
      `The database in ${folder} belongs to root, whom PostgreSQL refuses: give the folder to another user with chown -R.`,
    );
  }
  if (!canEnter({ uid, gid }, folder)) {
    throw new StartError(
      `The database in ${folder} belongs to user ${uid}, who cannot enter the folders above it: let that user pass (chmod o+x), or set DATA_DIR to another folder.`,
    );
  }
  return placeIn(folder, { uid, gid });
}

/**
 * Creates a folder under /var/lib and writes its path into the data folder before any data exists. Creating the note
 * as a link is atomic: of two first starts both use the first one's.
 */
function settleElsewhere(home: string, account: Account): string {
  const id = randomBytes(8).toString('hex');
  const folder = path.join(SYSTEM_FOLDER, id);
  makeSystemFolder();
  makeFolder(folder, account);
  if (!canEnter(account, folder)) {
    rmSync(folder, { recursive: true });
    throw new StartError(
      `User ${account.uid}, who is to run PostgreSQL, can enter neither ${home} nor ${SYSTEM_FOLDER}: let that user pass (chmod o+x), or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(path.join(folder, 'belongs-to.txt'), `${home}\n`);
  const draft = path.join(home, `${NOTE_FILE}.${id}`);
  try {
    writeFileSync(draft, noteText(folder));
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw new StartError(notWritable(home, 'written', error));
  }
  try {
    linkSync(draft, path.join(home, NOTE_FILE));
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(folder, { recursive: true });
    return readNote(home)!;
  } finally {
    rmSync(draft);
  }
}

/** Others may enter it, also when it is made under a umask of 077. */
export function makeSystemFolder(): void {
  if (makeFolder(SYSTEM_FOLDER)) chmodSync(SYSTEM_FOLDER, 0o755);
}

/** @returns false if it existed */
export function makeFolder(folder: string, owner?: Account): boolean {
  try {
    if (!makeAll(folder, owner ? 0o700 : 0o755)) return false;
    if (!owner) return true;
    chmodSync(folder, 0o700);
    if (owner.uid !== undefined && owner.gid !== undefined) {
      chownSync(folder, owner.uid, owner.gid);
    }
    return true;
  } catch (error) {
    throw new StartError(notWritable(folder, 'made', error));
  }
}

export function notWritable(folder: string, what: 'made' | 'written', error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `The folder ${folder} cannot be ${what} (${code}): set DATA_DIR to a folder that can be written.`;
}

/**
 * Creates the folder and its parents one by one: Node's `recursive` never ends where an existing folder can contain
 * none, as under /proc.
 * @returns false if it existed
 */
function makeAll(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return false;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeAll(parent, mode);
    return makeAll(folder, mode);
  }
}

function readNote(home: string): string | undefined {
  try {
    return readFileSync(path.join(home, NOTE_FILE), 'utf8').split('\n')[0]?.trim() || undefined;
  } catch {
    return undefined;
  }
}

const noteText = (folder: string): string =>
  `${folder}\n\nThe database of this folder lives there: the user who runs PostgreSQL cannot enter here.\nKeep this file: it is how the server finds its data again.\n`;

const belongsToRoot = (dataDir: string, folder: string): string =>
  `The database of ${dataDir} was made by root and lives in ${folder}: start as root, or set DATA_DIR to another folder.`;

const gone = (home: string, folder: string): string =>
  `The database of ${home} lived in ${folder}, which is gone: bring it back, or remove ${path.join(home, NOTE_FILE)} to begin with an empty one.`;
