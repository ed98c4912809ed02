// `npm start`: installs and builds what is missing, then runs the server until it is told to stop.
import { ensureInstalled } from './install.mjs';
import { CannotGoOn } from './project.mjs';
import { runServer } from './run-server.mjs';
import { ensureBuilt } from './web-build.mjs';

try {
  ensureInstalled({ withDevelopment: false });
  ensureBuilt();
  await runServer();
} catch (error) {
  if (!(error instanceof CannotGoOn)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
