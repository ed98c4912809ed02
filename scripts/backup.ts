/**
 * Makes a backup of the private PostgreSQL, with or without a running server, below BACKUP_DIR or the given folder:
 *
 *   npm run backup [-- <folder>]
 */
import { removeOldBackups } from '#server/db/backups.ts';
import { backUp, type Source } from '#server/db/embedded/backup.ts';
import { ensurePassword, hasSockets } from '#server/db/embedded/initdb.ts';
import { lookUpDatabaseFolder } from '#server/db/embedded/location.ts';
import { addressOfRunning } from '#server/db/embedded/process.ts';
import { startEmbedded } from '#server/db/embedded/server.ts';
import { createLog } from '#server/start/log.ts';
import { StartError } from '#server/start/start-error.ts';
import { runOperatorCommand, typedPath } from './operator-command.ts';

await runOperatorCommand(async ({ databaseUrl, dataDir, backups, logLevel }) => {
  if (databaseUrl !== null) {
    throw new StartError(
      'DATABASE_URL is set: back that database up with pg_dump, as docs/operations.md says.',
    );
  }
  const given = process.argv[2];
  const into = given === undefined ? backups?.folder : typedPath(given);
  if (into === undefined) {
    throw new StartError('Where to? Set BACKUP_DIR, or name a folder: npm run backup -- <folder>');
  }
  const place = lookUpDatabaseFolder(dataDir);
  if (place === undefined) throw new StartError(`There is no database in ${dataDir}.`);

  const cluster = `${place}/cluster`;
  const address = addressOfRunning(cluster);
  let backup: string;
  if (address !== null) {
    const password = hasSockets ? undefined : ensurePassword({ folder: place });
    const running: Source = { address: { ...address, password }, cluster };
    backup = await backUp(running, into);
  } else {
    const server = await startEmbedded({
      dataDir,
      log: createLog(logLevel),
      onLost: (reason) => console.error(reason.message),
    });
    backup = await backUp(server, into).finally(server.stop);
  }
  // Old backups are removed only from the folder in the setting.
  if (into === backups?.folder) await removeOldBackups(backup, backups.kept);
  console.log(`Backed up to ${backup}`);
});
