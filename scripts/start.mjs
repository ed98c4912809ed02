// `npm start`: installs and builds what is missing, then runs the server until it is told to stop.
import { spawn } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { watchNpm } from './npm-watch.mjs';
import { CannotGoOn, COMPILE_CACHE, inProject, NODE, ROOT } from './project.mjs';
import { ensureBuilt } from './web-build.mjs';

try {
  ensureInstalled({ withDevelopment: false });
  ensureBuilt();
  run();
} catch (error) {
  if (!(error instanceof CannotGoOn)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function run() {
  // A group of its own: a Ctrl-C reaches it once, from us, and not a second time from the terminal.
  // The channel tells the server when we are gone, however we went.
  const server = spawn(NODE, [inProject('server/main.ts')], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let isStopping = false;
  const stop = (signal) => {
    // npm passes on what the terminal has already sent us.
    if (!isStopping) server.kill(signal);
    isStopping = true;
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  watchNpm(() => stop('SIGTERM'));
  server.on('error', (error) => {
    console.error(`The server cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  server.on('exit', (code, signal) => {
    if (signal) console.error(`The server was ended by ${signal}.`);
    process.exit(code ?? 1);
  });
}
