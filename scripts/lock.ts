/**
 * Checks package-lock.json: every package comes from npm's registry with its hash, but for a list of
 * tools for other platforms; none may run a
 * script when it is installed; and every package asked for is there, those of other platforms too:
 * npm leaves those out in some installs, and `npm ci` then refuses the lock.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Lock, lockFaults, type Project } from './lock-faults.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const named = (prefix: string, platforms: string) =>
  platforms.split(' ').map((platform) => `${prefix}-${platform}`);
/** Tools of other platforms that the registry did not have when the lock was made, nor their hashes. */
const UNHASHED = [
  ...named('@biomejs/cli', 'android-arm64 android-x64 darwin-arm64 darwin-x64'),
  ...named('@biomejs/cli', 'linux-arm64-musl linux-x64-musl win32-arm64 win32-x64'),
  ...named('@tailwindcss/oxide', 'android-arm64 darwin-arm64 darwin-x64 freebsd-x64'),
  ...named('@tailwindcss/oxide', 'linux-arm-gnueabihf wasm32-wasi win32-arm64-msvc win32-x64-msvc'),
];

const lock = JSON.parse(read('package-lock.json')) as Lock;
const faults = lockFaults(lock, JSON.parse(read('package.json')) as Project, UNHASHED);
for (const fault of faults) console.error(`package-lock.json: ${fault}`);
// For npm 10, which knows no allowScripts.
const deniesScripts = /^ignore-scripts=true$/m.test(read('.npmrc'));
if (!deniesScripts) console.error('.npmrc: ignore-scripts=true is missing');
if (faults.length > 0 || !deniesScripts) process.exitCode = 1;
const count = Object.keys(lock.packages).length - 1;
console.log(`${count} packages, ${count - UNHASHED.length} with their hash`);
