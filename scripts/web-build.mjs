import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { CannotGoOnError, hashOf, inProject, NODE, ROOT } from './project.mjs';

/** Everything the built web app depends on. */
const SOURCES = [
  'web',
  'contract',
  'rules',
  'demo/wallet',
  'scripts/web-build.mjs',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
];
const MARKER = inProject('dist/web-built-from');
const BUILDING = inProject('dist/building');
/** What the bundler says of it, below a request to report a fault of its own and before a trace. */
const DISK_FULL = /ENOSPC|No space left/;
/** For browsers, and the server's renderer. */
const PARTS = { web: [], render: ['--ssr', 'main/render.tsx'] };

/** Builds the web app into dist/web and dist/render unless it was built from exactly these sources. */
export function ensureBuilt() {
  const hash = hashOf(SOURCES);
  const isFresh = () =>
    existsSync(inProject('dist/web/index.html')) &&
    existsSync(inProject('dist/render/render.js')) &&
    existsSync(MARKER) &&
    readFileSync(MARKER, 'utf8') === hash;
  return oneAtATime(isFresh, () => build(hash));
}

/** In the path of a file Vite takes these for its end. */
const ENDS_A_PATH = /["#?]/;

/** Builds the web app, whatever is there. */
export function rebuild() {
  return oneAtATime(
    () => false,
    () => build(hashOf(SOURCES)),
  );
}

function build(hash) {
  if (ENDS_A_PATH.test(ROOT)) {
    throw new CannotGoOnError(
      `The web app cannot be built in ${ROOT}: move this folder to a path without " # and ?.`,
    );
  }
  console.log('Building the web app ...');
  // Not `recursive`: on a read-only disk it says that the folder is missing.
  for (const folder of [inProject('dist'), BUILDING]) if (!existsSync(folder)) mkdirSync(folder);
  const vite = inProject('node_modules/vite/bin/vite.js');
  for (const [part, how] of Object.entries(PARTS)) {
    const out = `../dist/building/${part}`;
    const args = [vite, 'build', '--logLevel', 'warn', ...how, '--outDir', out];
    const { error, status, stderr } = spawnSync(NODE, args, {
      cwd: ROOT,
      // With another one Vite takes the React of development: half as much again to load.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0 && DISK_FULL.test(stderr))
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC', path: BUILDING });
    process.stderr.write(stderr ?? '');
    if (error || status !== 0) throw new CannotGoOnError('Building the web app failed.');
  }
  // Only now: what is there can be started again until then.
  writeFileSync(MARKER, '');
  for (const part of Object.keys(PARTS)) {
    const place = inProject('dist', part);
    rmSync(place, { recursive: true, force: true });
    renameSync(path.join(BUILDING, part), place);
  }
  rmSync(BUILDING, { recursive: true });
  writeFileSync(MARKER, hash);
}
