/** Long work on the page's own thread, with pauses in which the page gets its turn. */

/** Work between two pauses, in ms. */
const SLICE = 8;

/**
 * To be awaited wherever the work can pause; it does when a slice is full.
 * @throws the signal's reason, when it was aborted meanwhile
 */
export function breathing(signal: AbortSignal): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE) return;
    await new Promise((resume) => setTimeout(resume));
    signal.throwIfAborted();
    begun = performance.now();
  };
}
