/** The dialogs and menus that lie open, for what gets the Escape key before them. */

type Close = () => void;

const open: Close[] = [];

/** Called while something lies open that Escape may close. @returns takes it away */
export function noteOpenDialog(close: Close): () => void {
  open.push(close);
  return () => void open.splice(open.indexOf(close), 1);
}

/** What closes the dialog on top; null when there is none. */
export function closeOfTopDialog(): Close | null {
  return open.at(-1) ?? null;
}
