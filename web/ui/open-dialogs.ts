/** The dialogs and menus that lie open, for what gets the Escape key or a phone's back gesture before them. */

type Close = () => void;

const open: Close[] = [];

/** Chromium's signal of Android's back button and gesture; TypeScript does not know it yet. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Only where one touches: elsewhere it would hear the Escape key too, which the dialogs handle themselves. */
function watchBack(close: Close): CloseWatcher | null {
  const { CloseWatcher: Watcher } = window as { CloseWatcher?: new () => CloseWatcher };
  if (Watcher === undefined || !matchMedia('(pointer: coarse)').matches) return null;
  const watcher = new Watcher();
  watcher.onclose = close;
  return watcher;
}

/** Called while something lies open that Escape may close. @returns takes it away */
export function noteOpenDialog(close: Close): () => void {
  open.push(close);
  const watcher = watchBack(close);
  // Those over every page, like the one for the signature, would lie over the page before.
  addEventListener('popstate', close);
  return () => {
    watcher?.destroy();
    removeEventListener('popstate', close);
    open.splice(open.indexOf(close), 1);
  };
}

/** What closes the dialog on top; null when there is none. */
export function closeOfTopDialog(): Close | null {
  return open.at(-1) ?? null;
}
