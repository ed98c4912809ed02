/** What pages cost a phone's browser: `bench/pages/*.measure.ts`, run by Playwright. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const PLAYWRIGHT = path.join(ROOT, 'node_modules/@playwright/test/cli.js');

/** `BENCH_PAGES`: some of them only, such as `first-view,clash`. */
export async function benchPages(): Promise<void> {
  const some = (process.env.BENCH_PAGES ?? '').split(',').filter(Boolean);
  const { status } = spawnSync(
    process.execPath,
    [PLAYWRIGHT, 'test', '--config', path.join(import.meta.dirname, 'pages'), ...some],
    { cwd: ROOT, stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('a page could not be measured');
}
