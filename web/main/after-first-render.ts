/** For work that must not compete with the first render of a page and its pictures on a slow connection. */

/** After the page has loaded, for what it draws with the answers to its first questions. */
const BREATH_MS = 1_000;
/** A page whose pictures never come, or that never rests, gets it all the same. */
const LATEST_MS = 4_000;

/** Runs `work` once, when the page is there and rests. Returns the way to call it off. */
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
  let breath: ReturnType<typeof setTimeout> | undefined;
  const breathe = () => {
    breath = setTimeout(whenIdle, BREATH_MS);
  };
  if (document.readyState === 'complete') breathe();
  else addEventListener('load', breathe, { once: true, signal: off.signal });
  return () => {
    off.abort();
    clearTimeout(latest);
    clearTimeout(breath);
  };
}
