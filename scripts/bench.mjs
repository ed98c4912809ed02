// `npm run bench`: installs what is missing, then runs the measurements, or the one named, on our own Node.
import { spawnSync } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { CannotGoOn, inProject, NODE, ROOT } from './project.mjs';

try {
  ensureInstalled({ withDevelopment: true });
  const bench = [inProject('bench/main.ts'), ...process.argv.slice(2)];
  const { status } = spawnSync(NODE, bench, { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof CannotGoOn)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
