/**
 * Code that is loaded after the first render. Loading fails when the page is offline, the server is busy or
 * has a newer version of the page; it is retried once, and then again and again until it succeeds.
 */
import { createStore, type Store } from './external-store.ts';

type LazyState<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loaded'; readonly code: T }
  /** It is retried automatically; `load` retries at once. */
  | { readonly status: 'failed' };

export interface LazyCode<T> extends Pick<Store<LazyState<T>>, 'get' | 'subscribe'> {
  /** Resolves when it is loaded or has failed; never rejects. */
  load(): Promise<void>;
  /** Loads it early; a failure is not shown. */
  preload(): void;
}

/** Exponential backoff between tries, in ms. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/** Increases whenever a try after the first one fails. */
export const loadFailures = createStore(0);

export function lazyCode<T>(fetchCode: () => Promise<T>): LazyCode<T> {
  const state = createStore<LazyState<T>>({ status: 'idle' });
  let trying: Promise<void> | null = null;
  let preloading: Promise<unknown> | null = null;
  let again: AbortController | null = null;
  let tries = 0;

  async function tryOnce(): Promise<boolean> {
    try {
      const code = await fetchCode();
      state.set({ status: 'loaded', code });
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
    state.set({ status: 'failed' });
    loadFailures.set(loadFailures.get() + 1);
    tryLater();
  }

  /** Retries when the browser is online again, and after the backoff. */
  function tryLater(): void {
    // The server does not wait for it; the renderer asks again.
    if (globalThis.document === undefined) return;
    again = new AbortController();
    const { signal } = again;
    const wait = Math.min(FIRST_PAUSE * 2 ** (tries + 1), LONGEST_PAUSE);
    const timer = setTimeout(() => void load(), wait);
    signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', () => void load(), { once: true, signal });
  }

  function load(): Promise<void> {
    if (state.get().status === 'loaded') return Promise.resolve();
    trying ??= Promise.resolve(preloading)
      .then(() => (state.get().status === 'loaded' ? undefined : tryTwice()))
      .finally(() => {
        trying = null;
      });
    return trying;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    load,
    preload() {
      if (trying !== null || state.get().status !== 'idle') return;
      preloading ??= tryOnce().finally(() => {
        preloading = null;
      });
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
