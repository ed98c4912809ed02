// Installs what is missing, then runs a TypeScript file on our own Node:
//   node scripts/run.mjs [--operator] <file> [arguments]
// An operator's command needs no development packages.
import { spawnSync } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { inProject, NODE, ROOT, runScript } from './project.mjs';

await runScript(async () => {
  const isOperators = process.argv[2] === '--operator';
  await ensureInstalled({ withDevelopment: !isOperators });
  const [file, ...rest] = process.argv.slice(isOperators ? 3 : 2);
  const { status } = spawnSync(NODE, [inProject(file), ...rest], { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
