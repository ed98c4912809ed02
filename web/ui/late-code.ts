/**
 * Code that is loaded after the first render. Loading fails when the page is offline, the server is busy or
 * has a newer version of the page; it is retried once, and then again and again until it succeeds.
 */
import { createStore, type Store } from './external-store.ts';

export type LateState<T> =
  | { readonly status: 'unasked' }
  | { readonly status: 'coming' }
  | { readonly status: 'here'; readonly code: T }
  /** It is retried automatically; `ask` retries at once. */
  | { readonly status: 'missing' };

export interface LateCode<T> extends Pick<Store<LateState<T>>, 'get' | 'subscribe'> {
  /** Resolves when it is loaded or missing; never rejects. */
  ask(): Promise<void>;
  /** Loads it early; a failure is not shown. */
  preload(): void;
}

/** Exponential backoff between tries, in ms. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/** Increases whenever a try after the first one fails. */
export const missed = createStore(0);

export function lateCode<T>(load: () => Promise<T>): LateCode<T> {
  const state = createStore<LateState<T>>({ status: 'unasked' });
  let trying: Promise<void> | null = null;
  let preloading: Promise<unknown> | null = null;
  let again: AbortController | null = null;
  let tries = 0;

  async function tryOnce(): Promise<boolean> {
    try {
      const code = await load();
      await mendStyles();
      state.set({ status: 'here', code });
      return true;
    } catch (error) {
      console.warn(error);
      return false;
    }
  }

  async function tryTwice(): Promise<void> {
    again?.abort();
    if (await tryOnce()) return;
    if (tries === 0) {
      await pause(FIRST_PAUSE);
      if (await tryOnce()) return;
    }
    tries += 1;
    state.set({ status: 'missing' });
    missed.set(missed.get() + 1);
    tryLater();
  }

  /** Retries when the browser is online again, and after the backoff. */
  function tryLater(): void {
    again = new AbortController();
    const { signal } = again;
    const wait = Math.min(FIRST_PAUSE * 2 ** (tries + 1), LONGEST_PAUSE);
    const timer = setTimeout(() => void ask(), wait);
    signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', () => void ask(), { once: true, signal });
  }

  function ask(): Promise<void> {
    const { status } = state.get();
    if (status === 'here') return Promise.resolve();
    if (status === 'unasked') state.set({ status: 'coming' });
    trying ??= Promise.resolve(preloading)
      .then(() => (state.get().status === 'here' ? undefined : tryTwice()))
      .finally(() => {
        trying = null;
      });
    return trying;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    ask,
    preload() {
      if (state.get().status !== 'unasked') return;
      preloading ??= tryOnce().finally(() => {
        preloading = null;
      });
    },
  };
}

/** Style sheets that failed to load. The build's loader requests each only once, so they are requested again here. */
const brokenSheets = new Set<HTMLLinkElement>();
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') brokenSheets.add(target);
  },
  { capture: true },
);

async function mendStyles(): Promise<void> {
  await Promise.all([...brokenSheets].map(fetchAgain));
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  const copy = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    copy.onload = () => resolve();
    brokenSheets.delete(link);
    copy.onerror = () => reject(new Error(`the sheet ${copy.href} did not come`));
    link.replaceWith(copy);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
