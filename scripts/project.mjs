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

/** Runs an npm script; an expected failure prints one line and exits with 1. */
export async function runScript(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CannotGoOnError)) throw error;
    console.error(error.message);
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
