/**
 * After an update the server has no files of the version before. Whoever then goes to a page whose code was never
 * fetched gets the new version by one reload: what they had open they have left already.
 */
import { askServer, ownEntry } from '#web/api/server-state.ts';
import { missed } from '#web/ui/late-code.ts';

/** Versions that were left by a reload of ours in this tab: none twice, whatever servers answer. */
const LEFT = 'left_versions';

/** @param isPageMissing whether it is a page that does not come, and not a part of one */
export function followMissing(isPageMissing: () => boolean): void {
  missed.subscribe(async () => {
    if ((await askServer()) === 'newer' && isPageMissing() && noteLeft(ownEntry())) {
      location.reload();
    }
  });
}

/** False when it was left before, or when that could not be kept in mind. */
function noteLeft(entry: string): boolean {
  try {
    const left: string[] = JSON.parse(sessionStorage.getItem(LEFT) ?? '[]');
    if (left.includes(entry)) return false;
    sessionStorage.setItem(LEFT, JSON.stringify([...left, entry]));
    return true;
  } catch {
    return false;
  }
}
