// `npm start`: installs and builds what is missing, then runs the server until it is told to stop.
import { ensureInstalled } from './install.mjs';
import { runScript } from './project.mjs';
import { runServer } from './run-server.mjs';
import { ensureBuilt } from './web-build.mjs';

await runScript(async () => {
  ensureInstalled({ withDevelopment: false });
  ensureBuilt();
  await runServer();
});
