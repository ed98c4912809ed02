// `npm start`: installs and builds what is missing, then runs the server until it is told to stop.
// `npm start -- --prepare` leaves it at that, for a server that something else starts.
import { ensureInstalled } from './install.mjs';
import { rememberNpm } from './npm-watch.mjs';
import { CannotGoOnError, runScript } from './project.mjs';
import { runServer } from './run-server.mjs';
import { ensureBuilt } from './web-build.mjs';

const isNpmGone = rememberNpm();

await runScript(async () => {
  await ensureInstalled({ withDevelopment: false });
  await ensureBuilt();
  if (process.argv.includes('--prepare')) return;
  // Both may take minutes, and nobody would end a server that starts after that.
  if (isNpmGone()) throw new CannotGoOnError('npm was ended: the server is not started.');
  await runServer(isNpmGone);
});
