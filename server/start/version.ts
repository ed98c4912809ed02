/** Version and commit, for operators who run two versions in parallel. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Version {
  readonly version: string;
  /** From the git checkout, or from the file COMMIT in an image; null without either. */
  readonly commit: string | null;
}

const HASH = /^[0-9a-f]{40,64}$/;

export const VERSION: Version = readVersion(ROOT);

/** @param root folder of the project */
export function readVersion(root: string): Version {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Version;
  const commit = read(root, 'COMMIT') ?? readHead(root);
  return { version, commit: commit !== null && HASH.test(commit) ? commit : null };
}

/** In one word, such as `0.1.0+03a06ad2b1c4`. */
export const versionWord = ({ version, commit }: Version): string =>
  commit === null ? version : `${version}+${commit.slice(0, 12)}`;

/** The checked-out commit. Reads the files, because git may not be installed. */
function readHead(root: string): string | null {
  // In a work tree `.git` is a file that names the folder, and `commondir` there names the folder with the branches.
  const link = /^gitdir: (.+)$/.exec(read(root, '.git') ?? '')?.[1];
  const git = path.resolve(root, link ?? '.git');
  const shared = path.resolve(git, read(git, 'commondir') ?? '.');
  const head = read(git, 'HEAD');
  const branch = /^ref: (\S+)$/.exec(head ?? '')?.[1];
  if (branch === undefined) return head;
  return read(shared, branch) ?? packed(read(shared, 'packed-refs'), branch);
}

function packed(list: string | null, branch: string): string | null {
  const line = list?.split('\n').find((one) => one.endsWith(` ${branch}`));
  return line?.split(' ', 1)[0] ?? null;
}

function read(folder: string, name: string): string | null {
  try {
    return readFileSync(path.join(folder, name), 'utf8').trim();
  } catch {
    return null;
  }
}
