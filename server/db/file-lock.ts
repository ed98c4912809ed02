/** A lock on a file that ends with the process, however that ends. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;
const RETRY_MS = 50;
/** Long enough for a stopping server to finish. */
const TIMEOUT_MS = 4_000;

export type FileLock = { release(): void };

/**
 * Takes an operating-system lock on `file` (created if missing) and holds it until `release()` or until this process
 * ends in any way. Returns undefined if another process still holds it after 4 s.
 *
 * Node has no flock; its SQLite has (fcntl, LockFileEx). Two traps: nothing else in this process may open the file
 * (closing it would release the lock), and the returned object must stay referenced (a collected handle closes
 * itself).
 */
export async function lockFile(file: string): Promise<FileLock | undefined> {
  const handle = new DatabaseSync(file);
  const giveUpAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return { release: () => handle.close() };
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
        handle.close();
        throw error;
      }
      if (performance.now() >= giveUpAt) {
        handle.close();
        return undefined;
      }
      await sleep(RETRY_MS);
    }
  }
}
