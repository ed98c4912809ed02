// `npm start`: installs and builds what is missing, then runs the server until it is told to stop.
// `npm start -- --prepare` leaves it at that, for a server that something else starts.
import { ensureInstalled } from './install.mjs';
import { runScript } from './project.mjs';
import { runServer } from './run-server.mjs';
import { ensureBuilt } from './web-build.mjs';

await runScript(async () => {
  ensureInstalled({ withDevelopment: false });
  ensureBuilt();
  if (!process.argv.includes('--prepare')) await runServer();
});
