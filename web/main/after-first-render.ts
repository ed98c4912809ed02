/** Delays work that must not compete with the first render and its pictures on a slow connection. */

/** Pause after the load event, in which the page becomes interactive and is first pressed; those load what they need. */
const PAUSE_MS = 2_500;
/** Runs at the latest after this time: pictures may never load, or the page never be idle. */
const LATEST_MS = 5_000;
/** How long each of the works waits for an idle moment. */
const IDLE_MS = 1_000;

/** Does each of `works` once, when the page has loaded and is idle: one at a time. @returns cancels what is left */
export function afterFirstRender(...works: (() => void)[]): () => void {
  const off = new AbortController();
  let isBegun = false;
  const next = () => {
    if (off.signal.aborted) return;
    works.shift()?.();
    if (works.length > 0) whenIdle(next);
  };
  const run = () => {
    if (isBegun) return;
    isBegun = true;
    next();
  };
  const whenIdle = (then: () => void) => {
    if (window.requestIdleCallback === undefined) setTimeout(then);
    else window.requestIdleCallback(then, { timeout: IDLE_MS });
  };
  const latest = setTimeout(run, LATEST_MS);
  let pause: ReturnType<typeof setTimeout> | undefined;
  const waitForIdle = () => {
    pause = setTimeout(() => whenIdle(run), PAUSE_MS);
  };
  if (document.readyState === 'complete') waitForIdle();
  else addEventListener('load', waitForIdle, { once: true, signal: off.signal });
  return () => {
    off.abort();
    clearTimeout(latest);
    clearTimeout(pause);
  };
}
