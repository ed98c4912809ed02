/** Delays work that must not compete with the first render and its pictures on a slow connection. */

/** Pause after the load event, in which the first answers are rendered. */
const PAUSE_MS = 1_000;
/** Runs at the latest after this time: pictures may never load, or the page never be idle. */
const LATEST_MS = 4_000;

/** Runs `work` once, when the page has loaded and is idle. @returns cancels it */
export function afterFirstRender(work: () => void): () => void {
  const off = new AbortController();
  let isDone = false;
  const run = () => {
    if (isDone || off.signal.aborted) return;
    isDone = true;
    work();
  };
  const whenIdle = () => {
    if (window.requestIdleCallback === undefined) run();
    else window.requestIdleCallback(run);
  };
  const latest = setTimeout(run, LATEST_MS);
  let pause: ReturnType<typeof setTimeout> | undefined;
  const waitForIdle = () => {
    pause = setTimeout(whenIdle, PAUSE_MS);
  };
  if (document.readyState === 'complete') waitForIdle();
  else addEventListener('load', waitForIdle, { once: true, signal: off.signal });
  return () => {
    off.abort();
    clearTimeout(latest);
    clearTimeout(pause);
  };
}
