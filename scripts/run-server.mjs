import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { keepRunning } from './keep-running.mjs';
import { watchNpm } from './npm-watch.mjs';
import { COMPILE_CACHE, inProject, NODE, ROOT } from './project.mjs';

/**
 * Runs the server until it is stopped, and restarts it after a failure.
 * @param isNpmGone see npm-watch.mjs
 */
export async function runServer(isNpmGone) {
  const server = keepRunning(startServer, { clearAway: stopAbandoned });
  process.on('SIGINT', server.stop);
  process.on('SIGTERM', server.stop);
  watchNpm(isNpmGone, () => server.stop('SIGTERM'));
  process.exit(await server.ended);
}

function startServer() {
  // Through the channel the server notices when we exit in any way.
  return start('server/main.ts', ['ignore', 'inherit', 'inherit', 'ipc']);
}

/** A killed server could not stop its PostgreSQL. */
function stopAbandoned() {
  const child = start('scripts/stop-abandoned.ts', ['ignore', 'ignore', 'inherit']);
  return once(child, 'exit').catch(() => {});
}

/** In its own process group: Ctrl-C reaches only us, and the server through us. */
function start(script, stdio) {
  return spawn(NODE, [inProject(script)], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
    detached: true,
    stdio,
  });
}
