// Installs what is missing, then runs a TypeScript file on our own Node: node scripts/run.mjs <file> [arguments]
import { spawnSync } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { inProject, NODE, ROOT, runScript } from './project.mjs';

await runScript(() => {
  ensureInstalled({ withDevelopment: true });
  const [file, ...rest] = process.argv.slice(2);
  const { status } = spawnSync(NODE, [inProject(file), ...rest], { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
