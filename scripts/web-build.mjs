import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { CannotGoOnError, hashOf, inProject, NODE, ROOT } from './project.mjs';

/** Everything the built web app depends on. */
const SOURCES = [
  'web',
  'contract',
  'rules',
  'demo/wallet',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
];
/** Beside the output, which Vite empties. */
const MARKER = inProject('dist/web-built-from');

/** Builds the web app into dist/web and dist/render unless it was built from exactly these sources. */
export function ensureBuilt() {
  const hash = hashOf(SOURCES);
  const isFresh =
    existsSync(inProject('dist/web/index.html')) &&
    existsSync(inProject('dist/render/render.js')) &&
    existsSync(MARKER) &&
    readFileSync(MARKER, 'utf8') === hash;
  if (!isFresh) build(hash);
}

/** In the path of a file Vite takes these for its end. */
const ENDS_A_PATH = /["#?]/;

/** Builds the web app, whatever is there. */
export function build(hash = hashOf(SOURCES)) {
  if (ENDS_A_PATH.test(ROOT)) {
    throw new CannotGoOnError(
      `The web app cannot be built in ${ROOT}: move this folder to a path without " # and ?.`,
    );
  }
  console.log('Building the web app ...');
  mkdirSync(inProject('dist'), { recursive: true });
  // Not `rmSync`: on a read-only disk its error has no code.
  writeFileSync(MARKER, '');
  const vite = inProject('node_modules/vite/bin/vite.js');
  // For browsers, then the server's renderer.
  for (const more of [[], ['--ssr', 'main/render.tsx', '--outDir', '../dist/render']]) {
    const { error, status } = spawnSync(NODE, [vite, 'build', '--logLevel', 'warn', ...more], {
      cwd: ROOT,
      stdio: 'inherit',
    });
    if (error || status !== 0) throw new CannotGoOnError('Building the web app failed.');
  }
  writeFileSync(MARKER, hash);
}
