/**
 * Checks package-lock.json and those of the benches: every package comes from npm's registry with its hash, except a
 * list of tools for other platforms; none may run an install script; and packages for other platforms are present
 * too, which npm omits in some installs, after which `npm ci` refuses the lock.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Lock, lockFaults, type Project } from './lock-faults.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Tools for other platforms that were missing in the registry when the lock was made. */
const UNHASHED = `android-arm64 android-x64 darwin-arm64 darwin-x64
  linux-arm64-musl linux-x64-musl win32-arm64 win32-x64`
  .split(/\s+/)
  .map((platform) => `@biomejs/cli-${platform}`);

/** The product, and the benches' packages with their own locks. */
for (const folder of ['', 'bench/peer/', 'bench/lighthouse/']) {
  const unhashed = folder === '' ? UNHASHED : [];
  const lock = JSON.parse(read(`${folder}package-lock.json`)) as Lock;
  const project = JSON.parse(read(`${folder}package.json`)) as Project;
  const faults = lockFaults(lock, project, unhashed).map(
    (fault) => `${folder}package-lock.json: ${fault}`,
  );
  // npm 10 does not know allowScripts.
  if (!/^ignore-scripts=true$/m.test(read(`${folder}.npmrc`))) {
    faults.push(`${folder}.npmrc: ignore-scripts=true is missing`);
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  const count = Object.keys(lock.packages).length - 1;
  const hashed = count - unhashed.length;
  console.log(`${folder}package-lock.json: ${count} packages, ${hashed} with their hash`);
}
