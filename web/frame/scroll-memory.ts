/**
 * Scroll positions of the history's entries. The browser's own scroll restoration is too early: the page is
 * not rendered yet.
 */
const places = new Map<string, number>();
let lastKey = 0;
let isReturning = false;

function currentKey(): string {
  const state = (history.state ?? {}) as { entry?: string };
  if (state.entry !== undefined) return state.entry;
  lastKey += 1;
  const entry = `${performance.timeOrigin}-${lastKey}`;
  history.replaceState({ ...state, entry }, '');
  return entry;
}

/** Starts recording. Called once, before the first render. */
export function rememberScroll(): void {
  history.scrollRestoration = 'manual';
  let key = currentKey();
  let page = location.pathname + location.search;
  // When an entry is left, not at every scroll event: to read the position the browser lays the page out.
  const note = () => places.set(key, scrollY);
  const enter = (isBack: boolean) => {
    isReturning = isBack;
    key = currentKey();
    page = location.pathname + location.search;
  };
  // Firefox tells that a link led to a part of the page when it has scrolled there.
  addEventListener('click', note, { capture: true });
  addEventListener('pushState', () => {
    note();
    enter(false);
  });
  addEventListener('popstate', () => {
    const before = page;
    // Null: a new entry.
    if (history.state !== null) note();
    enter(true);
    // From a part of a page back to where it was left; the page is not rendered anew.
    const top = places.get(key);
    if (page === before && top !== undefined) scrollTo({ top, behavior: 'instant' });
  });
}

/** Called after a page was rendered: to the top, or to the recorded position when going back. */
export function scrollToPlace(): void {
  const top = isReturning ? (places.get(currentKey()) ?? 0) : 0;
  scrollTo({ top, behavior: 'instant' });
}
