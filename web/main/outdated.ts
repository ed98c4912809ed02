/**
 * After an update the server has no files of the version before. Whoever then goes to a page whose code was never
 * fetched gets the new version by one reload: what they had open they have left already.
 */
import { askServer, ownEntry } from '#web/api/server-state.ts';
import { loadFailures } from '#web/ui/lazy-code.ts';

/** Versions that were left by a reload of ours in this tab: none twice, whatever servers answer. */
const RELOADED = 'reloaded_versions';

/** @param isPageMissing whether it is a page that does not come, and not a part of one */
export function reloadWhenOutdated(isPageMissing: () => boolean): void {
  loadFailures.subscribe(async () => {
    if ((await askServer()) === 'newer' && isPageMissing() && noteReload(ownEntry())) {
      location.reload();
    }
  });
}

/** False when it was left before, or when that could not be kept in mind. */
function noteReload(entry: string): boolean {
  try {
    const reloaded: string[] = JSON.parse(sessionStorage.getItem(RELOADED) ?? '[]');
    if (reloaded.includes(entry)) return false;
    sessionStorage.setItem(RELOADED, JSON.stringify([...reloaded, entry]));
    return true;
  } catch {
    return false;
  }
}
