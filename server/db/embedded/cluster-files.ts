/** Which files of a cluster belong in a backup. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Copied separately: see backup.ts. */
export const CONTROL_FILE = 'global/pg_control';

/** Recreated at every start, or useful to the running server only; the WAL is copied later. */
const FOLDERS_LEFT_EMPTY: ReadonlySet<string> = new Set([
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans', 'pg_wal'],
]);
const FILES_LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|current_logfiles|pg_internal\.init.*)$/;
const TEMPORARY = /^pgsql_tmp/;

export interface ClusterFiles {
  /** Relative to the cluster, with `/`; a folder follows its parent. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Their size plus one or two WAL files. */
  readonly bytes: number;
}

const LOG_OF_CHANGES_BYTES = 64 * 1024 * 1024;

export async function listCluster(cluster: string): Promise<ClusterFiles> {
  const folders: string[] = [];
  const files: string[] = [];
  let bytes = LOG_OF_CHANGES_BYTES;

  async function visit(folder: string): Promise<void> {
    for (const entry of await readdir(path.join(cluster, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (TEMPORARY.test(entry.name)) continue;
      if (entry.isDirectory()) {
        // Folders below pg_wal are included, their files are not.
        if (FOLDERS_LEFT_EMPTY.has(folder) && folder !== 'pg_wal') continue;
        folders.push(name);
        await visit(name);
      } else if (isKept(folder, entry.name) && name !== CONTROL_FILE) {
        files.push(name);
        bytes += await stat(path.join(cluster, name)).then(
          ({ size }) => size,
          () => 0,
        );
      }
    }
  }
  await visit('');
  return { folders, files, bytes };
}

const isKept = (folder: string, name: string): boolean =>
  !FOLDERS_LEFT_EMPTY.has(folder.split('/')[0] ?? '') && !FILES_LEFT_OUT.test(name);
