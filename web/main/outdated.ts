/**
 * After an update the server no longer has the files of the old version. Whoever then opens a page whose code was
 * not loaded yet gets the new version by one reload; the page before has been left already.
 */
import { askServer, ownEntry } from '#web/api/server-state.ts';
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { loadFailures } from '#web/ui/lazy-code.ts';

/** Versions left by a reload in this tab. Each only once, so that there is no loop between two servers. */
const RELOADED = 'reloaded_versions';

/** @param isPageMissing whether the code of a whole page failed to load, not only a part */
export function reloadWhenOutdated(isPageMissing: () => boolean): void {
  loadFailures.subscribe(async () => {
    if ((await askServer()) === 'newer' && isPageMissing() && noteReload(ownEntry())) {
      location.reload();
    }
  });
}

/** False when it was left before, or when this could not be stored. */
function noteReload(entry: string): boolean {
  const isFirst = ifStorageAllows(() => {
    const reloaded: string[] = JSON.parse(sessionStorage.getItem(RELOADED) ?? '[]');
    if (reloaded.includes(entry)) return false;
    sessionStorage.setItem(RELOADED, JSON.stringify([...reloaded, entry]));
    return true;
  });
  return isFirst ?? false;
}
