import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { keepRunning } from './keep-running.mjs';
import { watchNpm } from './npm-watch.mjs';
import { COMPILE_CACHE, inProject, NODE, ROOT } from './project.mjs';

/** Runs the server until it is told to stop, and starts it again should it fail. */
export async function runServer() {
  const server = keepRunning(startServer, { clearAway: stopAbandoned });
  process.on('SIGINT', server.stop);
  process.on('SIGTERM', server.stop);
  watchNpm(() => server.stop('SIGTERM'));
  process.exit(await server.ended);
}

function startServer() {
  // A group of its own: a Ctrl-C reaches it once, from us, and not a second time from the terminal.
  // The channel tells the server when we are gone, however we went.
  return spawn(NODE, [inProject('server/main.ts')], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** A server that was killed could not stop its PostgreSQL. */
function stopAbandoned() {
  const child = spawn(NODE, [inProject('scripts/stop-abandoned.ts')], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
    detached: true, // as the server: a Ctrl-C must not cut it short
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return once(child, 'exit').catch(() => {});
}
