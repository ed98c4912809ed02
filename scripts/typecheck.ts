/** Checks every world of tsconfig.json: no platform (rules, contract), Node, the browser, the tests that know both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inParallel } from '#server/jobs/in-parallel.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(ROOT, 'node_modules/.cache/the-mainz');
const { references } = JSON.parse(readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8')) as {
  references: { path: string }[];
};

/** The first line of an error, and the line that counts them. */
const START_OF_PART = /^(?=.* TS\d+: |Found )/m;

mkdirSync(CACHE, { recursive: true });

/** Each takes a core and half a gigabyte. */
const AT_ONCE = 2;
/** What was printed: a file of several worlds has its errors in each. */
const printed = new Set<string>();

async function check({ path: world }: { path: string }): Promise<void> {
  const info = path.join(CACHE, `${path.basename(world, '.json')}.tsbuildinfo`);
  const tsc = spawn(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...['-p', world, '--pretty', '--incremental', '--tsBuildInfoFile', info],
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  // What two say at once is not mixed: each speaks when it is done.
  const words = tsc.stdout.setEncoding('utf8').toArray();
  const [code] = (await once(tsc, 'close')) as [number | null];
  for (const part of (await words).join('').split(START_OF_PART)) {
    // Blank lines between two errors are not those before the count.
    const text = part.trimEnd();
    if (text !== '' && !printed.has(text)) console.log(`${text}\n`);
    printed.add(text);
  }
  if (code !== 0) process.exitCode = 1;
}

await inParallel(references, AT_ONCE, check);
