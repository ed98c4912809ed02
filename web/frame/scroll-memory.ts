/**
 * Where each visited entry of the history was scrolled to. The browser cannot do it for us: when it
 * tries, the page it goes back to is not drawn yet.
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

/** Starts remembering. Call once, before the first page is drawn. */
export function rememberScroll(): void {
  history.scrollRestoration = 'manual';
  let key = currentKey();
  addEventListener('scroll', () => places.set(key, scrollY), { passive: true });
  addEventListener('popstate', () => {
    isReturning = true;
    key = currentKey();
  });
  addEventListener('pushState', () => {
    isReturning = false;
    key = currentKey();
  });
}

/** A page has been drawn: to the top for a new visit, to where it was when going back. */
export function scrollToPlace(): void {
  const top = isReturning ? (places.get(currentKey()) ?? 0) : 0;
  scrollTo({ top, behavior: 'instant' });
}
