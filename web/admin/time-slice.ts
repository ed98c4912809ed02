/** Long work on the main thread, with pauses in which the browser can render and react to input. */

/** Work between two pauses, in ms. */
const SLICE = 8;

/**
 * The returned function is awaited wherever the work can pause; it pauses once a slice is used up.
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
