// `npm run dev`: the server, restarted when its files change, and the page with hot reload.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import util from 'node:util';
import { ensureInstalled } from './install.mjs';
import { rememberNpm, watchNpm } from './npm-watch.mjs';
import { CannotGoOnError, inProject, NODE, ROOT, runScript } from './project.mjs';
import { ensureBuilt } from './web-build.mjs';

/** Vite's address; see vite.config.ts. */
const PAGE = 'http://localhost:5173';

const children = [];
const isNpmGone = rememberNpm();
let isStopping = false;

await runScript(async () => {
  await ensureInstalled({ withDevelopment: true });
  await ensureBuilt(); // the server needs a built page to start
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit']) process.on(signal, stop);
  watchNpm(isNpmGone, stop);
  process.env.PORT = readPort(); // Vite needs it too
  run('--watch', '--watch-preserve-output', inProject('server/main.ts'));
  await answering(`http://127.0.0.1:${process.env.PORT}/healthz`);
  if (isStopping) return;
  run(inProject('node_modules/vite/bin/vite.js'));
  console.log(`The page with hot reload: ${PAGE}`);
});

/** As the server reads it. */
function readPort() {
  let file = '';
  try {
    file = readFileSync(inProject('.env'), 'utf8');
  } catch {
    // There is none, or the server says what is wrong with it.
  }
  // A Node before 20.12 has no parser.
  return (process.env.PORT ?? util.parseEnv?.(file).PORT) || '3000';
}

function stop() {
  isStopping = true;
  for (const child of children) child.kill();
}

function run(...args) {
  // Its own process group: Ctrl-C reaches it once, through us.
  const child = spawn(NODE, args, { cwd: ROOT, stdio: 'inherit', detached: true });
  child.on('exit', stop);
  children.push(child);
}

/** Waits until the server answers, at most a minute. */
async function answering(url) {
  for (let tries = 0; tries < 300 && !isStopping; tries += 1) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(200);
  }
  if (isStopping) return;
  stop();
  throw new CannotGoOnError('The server did not start within a minute.');
}
