/**
 * Replaces the private PostgreSQL's data by a backup; the old data is kept beside it:
 *
 *   npm run restore -- <backup>         a folder, or a name in BACKUP_DIR; without one, lists them
 *
 * The server must be stopped. A damaged backup is refused and nothing is changed.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { listBackups } from '#server/db/embedded/backup-files.ts';
import { restore } from '#server/db/embedded/restore.ts';
import { StartError } from '#server/start/start-error.ts';
import { runOperatorCommand, typedPath } from './operator-command.ts';

const NO_FOLDER = 'BACKUP_DIR is not set: name the whole folder of a backup.';

async function choiceIn(folder: string): Promise<string> {
  const known = await listBackups(folder);
  return known.toReversed().join('\n') || `There is none in ${folder}.`;
}

await runOperatorCommand(async ({ databaseUrl, dataDir, backups }) => {
  if (databaseUrl !== null) {
    throw new StartError(
      'DATABASE_URL is set: restore that database with pg_restore, as docs/operations.md says.',
    );
  }
  const given = process.argv[2];
  if (given === undefined) {
    const choice = backups === null ? NO_FOLDER : await choiceIn(backups.folder);
    throw new StartError(`Which one? npm run restore -- <backup>\n${choice}`);
  }
  const named = backups === null ? typedPath(given) : path.join(backups.folder, given);
  const backup = existsSync(typedPath(given)) ? typedPath(given) : named;
  const { madeAt, before } = await restore(backup, dataDir);
  console.log(`Restored: the database is as it was at ${madeAt.toISOString()}.`);
  if (before !== null) {
    console.log(`What was there before is kept in ${before}; remove it when all is well.`);
  }
});
