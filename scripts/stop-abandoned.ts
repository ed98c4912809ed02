/**
 * Stops the private PostgreSQL of a killed server, unless another server uses it by now. `npm start` runs it when it
 * does not restart the server.
 */
import { stopAbandoned } from '#server/db/embedded/server.ts';
import { runOperatorCommand } from './operator-command.ts';

await runOperatorCommand(async ({ databaseUrl, dataDir }) => {
  if (databaseUrl === null) await stopAbandoned(dataDir);
});
