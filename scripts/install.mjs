import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { BRINGS_NODE, CannotGoOnError, hashOf, inProject, NODE, ROOT } from './project.mjs';

const LOCK = 'package-lock.json';
/** The oldest Node with `shouldUpgradeCallback` in node:http, which the server needs. */
const OLDEST_NODE = [24, 9];
/** Records the hash of the installed lock file, and whether development packages are included. */
const MARKER = inProject('node_modules/.the-mainz-lock');
/** Its text during an update. Killed in the middle, the folder is like no lock file, whatever npm's own record lists. */
const UNFINISHED = '';
const LINK = inProject('node_modules/.bin/node');

const isWindows = process.platform === 'win32';

const marker = () => (existsSync(MARKER) ? readFileSync(MARKER, 'utf8') : undefined);

/**
 * Installs the packages of package-lock.json unless they are installed. A manual install counts if npm's own record
 * lists every needed package.
 * @param {{ withDevelopment: boolean }} needed
 */
export async function ensureInstalled(needed) {
  refuseOldNode();
  const lockHash = hashOf([LOCK]);
  await oneAtATime(
    () => readMarker(lockHash, needed) && isLinked(),
    async () => {
      if (!hasEveryPackage(needed)) await install(needed);
      linkNode();
      writeFileSync(MARKER, `${lockHash} ${needed.withDevelopment ? 'all' : 'run'}\n`);
    },
  );
  requireNode();
}

async function install(needed) {
  console.log('Installing packages ...');
  const finished = existsSync(NODE) && marker();
  if (finished) await update(finished, needed);
  else await runNpm(['ci'], needed);
  requireNode();
  // npm leaves out, without a word, optional packages that the Node it runs on is too old for.
  if (BRINGS_NODE && isOld(process.versions.node)) await runNpm(ADD, needed, NODE);
}

/** Also of a folder that was installed elsewhere. */
function requireNode() {
  if (!existsSync(NODE)) throw new CannotGoOnError(`npm did not bring ${NODE}.`);
  const { error, status, stderr } = spawnSync(NODE, ['--version'], { encoding: 'utf8' });
  if (status === 0) return;
  const reason = error?.code ?? stderr.trim().split('\n')[0];
  throw new CannotGoOnError(
    `${NODE} does not run (${reason}): it needs a Linux with glibc 2.28 or newer, so not Alpine, and a disk that is not mounted noexec.`,
  );
}

const ADD = ['install', '--no-save'];

/**
 * `npm ci` empties the folder first: without the registry neither this version nor the one before could start, and a
 * server may be running on what is there. This changes what differs, and when it fails npm puts everything back.
 * @param finished the marker of an installation that came to its end
 */
async function update(finished, needed) {
  writeFileSync(MARKER, UNFINISHED);
  try {
    await runNpm(ADD, needed);
  } catch (error) {
    writeFileSync(MARKER, finished);
    throw error;
  }
}

/** @param node that npm runs on */
async function runNpm(what, { withDevelopment }, node = process.execPath) {
  const { error, status } = await npm(node, [
    ...what,
    withDevelopment ? '--include=dev' : '--omit=dev',
    '--include=optional',
    // Else an install in a home with package-lock=false takes the newest versions.
    '--package-lock',
    // The Node that packages ask for is the one that comes with them.
    '--no-engine-strict',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (!error && status === 0) return;
  const reason = error ? error.message : `exit code ${status}`;
  const advice = isCacheClosed()
    ? ` npm may not write ${CACHE}: set npm_config_cache to a folder that can be written.`
    : '';
  throw new CannotGoOnError(`Installing packages failed (npm: ${reason}).${advice}`);
}

/**
 * Links our Node so that `npm run` finds it first. npm 10 creates this link and removes it again with the packages of
 * other platforms, which also contain a `node`.
 */
function linkNode() {
  if (isLinked()) return;
  mkdirSync(path.dirname(LINK), { recursive: true });
  rmSync(LINK, { force: true });
  symlinkSync(path.relative(path.dirname(LINK), NODE), LINK);
}

const isLinked = () => !BRINGS_NODE || isWindows || existsSync(LINK);

/** On platforms without a Node package the installed Node must be new enough. */
function refuseOldNode() {
  if (BRINGS_NODE || !isOld(process.versions.node)) return;
  throw new CannotGoOnError(
    `npm has no Node ${OLDEST_NODE[0]} for ${process.platform} ${process.arch}: install Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  );
}

function isOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
}

function readMarker(lockHash, { withDevelopment }) {
  if (!existsSync(NODE)) return false;
  const [hash, extent] = (marker() ?? '').trim().split(' ');
  return hash === lockHash && (extent === 'all' || !withDevelopment);
}

function hasEveryPackage({ withDevelopment }) {
  const record = inProject('node_modules/.package-lock.json');
  if (!existsSync(record) || !existsSync(NODE) || marker() === UNFINISHED) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(inProject(LOCK), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([folder, { version, optional, dev }]) =>
      folder === '' ||
      installed[folder]?.version === version ||
      (optional && installed[folder] === undefined) ||
      (dev && !withDevelopment),
  );
}

/** As npm tells its scripts. By default it is in the home, which may be missing or read-only. */
const CACHE = process.env.npm_config_cache;

function isCacheClosed() {
  if (!CACHE) return false;
  let folder = CACHE;
  while (!existsSync(folder)) folder = path.dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function npm(node, args) {
  const child = startNpm(node, args);
  // Left to itself after a Ctrl-C it goes on for up to a minute, and the next start would install beside it.
  function end(signal) {
    if (isWindows) child.kill();
    else process.kill(-child.pid, 'SIGKILL');
    process.exit(128 + os.constants.signals[signal]);
  }
  for (const signal of ENDING) process.on(signal, end);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }));
    child.on('exit', (status) => resolve({ status }));
  }).finally(() => {
    for (const signal of ENDING) process.off(signal, end);
  });
}

function startNpm(node, args) {
  // npm tells its scripts its path; otherwise it is on the PATH, and takes the first node there.
  const script = process.env.npm_execpath;
  const options = {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
    detached: !isWindows, // in a process group of its own
  };
  if (script && /npm-cli\.c?js$/.test(path.basename(script))) {
    return spawn(node, [script, ...args], options);
  }
  return spawn('npm', args, { ...options, shell: isWindows });
}
