/** Checks the three worlds: nothing (rules, contract), Node, and the browser. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(ROOT, 'node_modules/.cache/the-mainz');
const WORLDS = ['nothing', 'node', 'web'];

mkdirSync(CACHE, { recursive: true });
for (const world of WORLDS) {
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...['-p', `tsconfig.${world}.json`, '--pretty'],
      ...['--incremental', '--tsBuildInfoFile', path.join(CACHE, `${world}.tsbuildinfo`)],
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
