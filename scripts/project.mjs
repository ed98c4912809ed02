// Plain JavaScript for any Node from 20 on, before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const { optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const isWindows = process.platform === 'win32';
const nodePackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/** Whether npm installs a Node for this platform, verified by package-lock.json. */
export const BRINGS_NODE = nodePackage in optionalDependencies;

/** The project's Node: the npm package's, else the running one. */
export const NODE = BRINGS_NODE
  ? path.join(ROOT, 'node_modules', nodePackage, 'bin', isWindows ? 'node.exe' : 'node')
  : process.execPath;

/** Node's compile cache: it saves a third of the CPU at the next start. */
export const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/the-mainz/compiled');

export const inProject = (...parts) => path.join(ROOT, ...parts);

/** An error printed as one line without a stack. */
export class CannotGoOnError extends Error {
  name = 'CannotGoOnError';
}

/** Another user's checkout, a read-only one, a full disk. */
const CANNOT_WRITE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

/** Runs an npm script; an expected failure prints one line and exits with 1. */
export async function runScript(work) {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof CannotGoOnError;
    const cannotWrite = CANNOT_WRITE.has(error.code) && error.path !== undefined;
    if (!isExpected && !cannotWrite) throw error;
    console.error(
      isExpected
        ? error.message
        : `${error.path} cannot be written (${error.code}): run this as its owner, or make room.`,
    );
    process.exitCode = 1;
  }
}

/** A hash over names and contents of files and folders; missing ones count as missing. */
export function hashOf(entries) {
  const hash = createHash('sha256');
  for (const entry of entries) addTo(hash, entry);
  return hash.digest('hex');
}

function addTo(hash, entry) {
  const file = inProject(entry);
  if (!existsSync(file)) {
    hash.update(`${entry} is missing\0`);
  } else if (statSync(file).isDirectory()) {
    for (const name of readdirSync(file).sort()) addTo(hash, `${entry}/${name}`);
  } else {
    const content = readFileSync(file);
    hash.update(`${entry}\0${content.length}\0`).update(content);
  }
}
