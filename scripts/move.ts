/**
 * Moves an installation from the private PostgreSQL of DATA_DIR to that of DATABASE_URL, which must not have our
 * tables:
 *
 *   npm run move
 *
 * The server must be stopped. In DATA_DIR only the schema changes: it is brought up to date.
 */
import { moveDatabase } from '#server/db/move.ts';
import { createLog } from '#server/start/log.ts';
import { StartError } from '#server/start/start-error.ts';
import { runOperatorCommand } from './operator-command.ts';

await runOperatorCommand(async ({ databaseUrl, dataDir, logLevel }) => {
  if (databaseUrl === null) {
    throw new StartError(
      'Where to? Set DATABASE_URL to the database that is to be used from now on.',
    );
  }
  const moved = await moveDatabase({ dataDir, databaseUrl, log: createLog(logLevel) });
  for (const { table, rows } of moved) console.log(`${String(rows).padStart(9)}  ${table}`);
  console.log('All of it was compared, and is the same in both. From now on DATABASE_URL is used.');
});
