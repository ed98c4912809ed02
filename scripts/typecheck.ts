/** Checks every world of tsconfig.json: nothing (rules, contract), Node, the browser, the tests that know both. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(ROOT, 'node_modules/.cache/the-mainz');
const { references } = JSON.parse(readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8')) as {
  references: { path: string }[];
};

mkdirSync(CACHE, { recursive: true });
for (const { path: world } of references) {
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...['-p', world, '--pretty'],
      ...[
        '--incremental',
        '--tsBuildInfoFile',
        path.join(CACHE, `${path.basename(world, '.json')}.tsbuildinfo`),
      ],
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
