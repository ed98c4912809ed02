/** Writes a long text in pieces, and saves it to a file or the clipboard. */

/** Object URLs are revoked after this many ms; by then the browser has started the download. */
const REVOKE_AFTER_MS = 60_000;

/** Work between two pauses in which the browser can render and react to input, in ms. */
const SLICE = 8;

/**
 * The returned function is awaited wherever long work can pause; it pauses once a slice is used up.
 * @throws the signal's reason when it was aborted meanwhile
 */
export function createTimeSlice(signal: AbortSignal): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < SLICE) return;
    await new Promise((resume) => setTimeout(resume));
    signal.throwIfAborted();
    startedAt = performance.now();
  };
}

/** @throws the signal's reason when it is aborted */
export async function writeInSlices(
  pieces: Iterable<string>,
  type: string,
  signal: AbortSignal,
): Promise<Blob> {
  // Encoded piece by piece: all at once would be one long task.
  const parts: Blob[] = [];
  const pauseIfDue = createTimeSlice(signal);
  for (const piece of pieces) {
    if (piece !== '') parts.push(new Blob([piece]));
    await pauseIfDue();
  }
  return new Blob(parts, { type });
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

/**
 * Copies a text that is not finished yet: browsers allow a copy only during the click.
 * @throws when the browser does not allow it (for example over plain http), or the error of `text`
 */
export async function copyWhenReady(text: Promise<Blob>): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  } catch (error) {
    await text; // if the text failed, its error is the cause
    throw error;
  }
}
