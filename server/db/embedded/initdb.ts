/** Makes the cluster of the private PostgreSQL, and puts a restored one in its place. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { AwayError, StartError } from '#server/start/start-error.ts';
import type { Binaries } from './binaries.ts';
import type { DatabasePlace } from './location.ts';

/** The product's database and the role that owns it, which is no superuser, as on a managed server. */
export const DATABASE_NAME = 'the_mainz';
export const SUPERUSER = 'postgres';

/** PostgreSQL writes half a page as long as there is room for that. */
const LACKS_ROOM = /No space left|wrote only/;

/** initdb calls postgres by a shell, with the path between double quotes. */
const CHANGED_BY_SHELL = /[$`"\\]/;

/** Windows has no socket folder to protect the server with, so it uses a password. */
export const hasSockets = process.platform !== 'win32';

/**
 * Creates the cluster if there is none, under a temporary name until it is complete, so that an interrupted first
 * start leaves nothing half-made. Call it while holding the folder's lock.
 */
export async function ensureCluster(place: DatabasePlace, binaries: Binaries): Promise<void> {
  for (const name of readdirSync(place.folder)) {
    if (name.startsWith('making-')) removeIfPossible(path.join(place.folder, name));
  }
  finishRestore(place);
  const versionFile = path.join(place.cluster, 'PG_VERSION');
  if (existsSync(place.cluster)) {
    const major = readVersion(versionFile, place.folder);
    if (major === binaries.major) return;
    throw new StartError(
      `The database in ${place.folder} is of PostgreSQL ${major}, and this version brings ${binaries.major}: move it with pg_dump and pg_restore of PostgreSQL ${major}, or set DATA_DIR to a new folder.`,
    );
  }
  if (hasSockets && CHANGED_BY_SHELL.test(binaries.initdb)) {
    throw new StartError(
      `The database in ${place.folder} cannot be made by the programs in ${path.dirname(binaries.initdb)}: move the checkout to a path without $ \\ " and backticks, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const draft = path.join(place.folder, `making-${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  if (place.account.uid !== undefined) chownSync(draft, place.account.uid, place.account.gid!);
  try {
    await run(place, binaries.initdb, initdbArguments(place, draft));
    await run(
      place,
      binaries.postgres,
      ['--single', '-D', draft, 'postgres'],
      `CREATE ROLE ${DATABASE_NAME} LOGIN${hasSockets ? '' : ` PASSWORD '${ensurePassword(place)}'`}\n` +
        `CREATE DATABASE ${DATABASE_NAME} OWNER ${DATABASE_NAME}\n`,
    );
  } catch (error) {
    removeIfPossible(draft);
    const reason = (error as Error).message;
    const sentence = `The database in ${place.folder} cannot be made: ${reason}`;
    throw (error as ProgramError).code === 'ENOSPC'
      ? new AwayError(sentence)
      : new StartError(sentence);
  }
  renameSync(draft, place.cluster);
}

/**
 * Recovers a cluster that was not shut down and checks that it has our tables.
 * @throws ProgramError
 */
export function tryCluster(
  place: DatabasePlace,
  binaries: Binaries,
  cluster: string,
): Promise<void> {
  const look = 'SELECT count(*) FROM schema_migrations\n';
  return run(place, binaries.postgres, ['--single', '-D', cluster, DATABASE_NAME], look);
}

/**
 * Replaces the place's cluster.
 * @returns where the replaced one is now; null if there was none
 */
export function putInPlace(place: DatabasePlace, draft: string): string | null {
  renameSync(draft, path.join(place.folder, RESTORED));
  return finishRestore(place);
}

/** A complete cluster under this name is to become the place's; a start finishes an interrupted restore. */
const RESTORED = 'restored';

function finishRestore(place: DatabasePlace): string | null {
  const restored = path.join(place.folder, RESTORED);
  if (!existsSync(restored)) return null;
  const now = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const before = path.join(place.folder, `before-restore-${now}`);
  const isReplacing = existsSync(place.cluster);
  if (isReplacing) renameSync(place.cluster, before);
  renameSync(restored, place.cluster);
  return isReplacing ? before : null;
}

/** The password of both roles where there are no sockets; created once, readable by its owner only. */
export function ensurePassword(place: Pick<DatabasePlace, 'folder'>): string {
  const file = path.join(place.folder, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** The environment of PostgreSQL's programs, without the product's secrets. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  return env;
}

function initdbArguments(place: DatabasePlace, draft: string): string[] {
  const login = hasSockets
    ? ['--auth-local=trust', '--auth-host=reject']
    : ['--auth=scram-sha-256', `--pwfile=${path.join(place.folder, 'password')}`];
  if (!hasSockets) ensurePassword(place);
  return [
    ...['-D', draft, '-U', SUPERUSER, '-E', 'UTF8', '--locale=C', '--no-instructions'],
    // The same sort order on every machine: PostgreSQL's built-in collation.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...login,
  ];
}

class ProgramError extends Error {
  override name = 'ProgramError';
  /** As Node's own errors say that the disk is full. */
  readonly code = LACKS_ROOM.test(this.message) ? 'ENOSPC' : undefined;
}

/** @throws ProgramError with the program's message */
function run(place: DatabasePlace, program: string, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...place.account,
      cwd: path.parse(program).root,
      env: programEnvironment(),
      detached: true, // Ctrl-C in the terminal must not interrupt it
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.stdin.on('error', () => {}); // its exit code and output give the reason
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      // The single-user server reports a failed statement only in its output.
      const complaint = /^.*(?:ERROR|FATAL|PANIC|error):(.*)$/m.exec(errors)?.[1];
      if (code === 0 && !complaint) return resolve();
      // Or it comes without a severity, as of a user without an entry in /etc/passwd.
      const reason =
        complaint ??
        /^initdb: (.+)$/m.exec(errors)?.[1] ??
        `${path.basename(program)} ended with code ${code}`;
      reject(new ProgramError(reason.trim()));
    });
  });
}

function readVersion(file: string, folder: string): string {
  const unreadable = (why: string | undefined) =>
    new StartError(
      `The folder ${folder} holds no PostgreSQL database that can be read (${why}): move it away, or set DATA_DIR to another folder.`,
    );
  let version: string;
  try {
    version = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES') throw unreadable(code);
    throw new StartError(
      `The database in ${folder} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
    );
  }
  if (!/^\d+$/.test(version)) throw unreadable('PG_VERSION has no number');
  return version;
}

/** The program of a killed start may still write there; the next start tries again. */
function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}
