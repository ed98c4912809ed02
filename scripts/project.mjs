// Plain JavaScript for whatever Node the machine has (18 or newer), before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const { optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const isWindows = process.platform === 'win32';
const nodePackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/** Whether npm brings a Node for this machine, with its hash in package-lock.json. */
export const BRINGS_NODE = nodePackage in optionalDependencies;

/** The Node this project runs on: the one npm brings, else the one that reads this. */
export const NODE = BRINGS_NODE
  ? path.join(ROOT, 'node_modules', nodePackage, 'bin', isWindows ? 'node.exe' : 'node')
  : process.execPath;

/** Where Node keeps what it compiled: a second start takes a third less of the processor. */
export const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/the-mainz/compiled');

export const inProject = (...parts) => path.join(ROOT, ...parts);

/** A reason to end with one line and no stack. */
export class CannotGoOnError extends Error {
  name = 'CannotGoOnError';
}

/** Runs what an npm script is for; an expected failure ends it with one line and exit code 1. */
export async function runScript(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CannotGoOnError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** One hash over names and contents of files and folders, missing ones included as such. */
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
