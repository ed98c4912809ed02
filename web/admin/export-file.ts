/** Writing a long text without holding the page up, and handing it to the person. */

import { breathing } from './breathing.ts';

/** A browser that has begun to save no longer needs the file's address after this, in ms. */
const KEPT = 60_000;

/** @throws the signal's reason when it is aborted */
export async function writeInSlices(
  pieces: Iterable<string>,
  type: string,
  signal: AbortSignal,
): Promise<Blob> {
  // Turned into bytes piece by piece: all at once would be one long task.
  const parts: Blob[] = [];
  const breathe = breathing(signal);
  for (const piece of pieces) {
    if (piece !== '') parts.push(new Blob([piece]));
    await breathe();
  }
  return new Blob(parts, { type });
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}

/**
 * Puts a text on the clipboard that is still being made: browsers want to be asked during the press.
 * @throws when the browser does not allow it (over plain http, for one), or what making the text threw
 */
export async function copyWhenReady(text: Promise<Blob>): Promise<void> {
  try {
    if (typeof ClipboardItem === 'undefined') {
      await navigator.clipboard.writeText(await (await text).text());
    } else {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    }
  } catch (error) {
    await text; // its own failure says more than the clipboard's
    throw error;
  }
}
