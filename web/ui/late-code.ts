/**
 * Code that comes after the first draw, and may not come: the line is down, the server is busy, or this version of
 * the page is gone from it. It is asked for once more by itself, and then until it is there.
 */
import { createStore, type Store } from './external-store.ts';

export type LateState<T> =
  | { readonly status: 'unasked' }
  | { readonly status: 'coming' }
  | { readonly status: 'here'; readonly code: T }
  /** It is asked for again by itself; `ask` does so at once. */
  | { readonly status: 'missing' };

export interface LateCode<T> extends Pick<Store<LateState<T>>, 'get' | 'subscribe'> {
  /** Resolves when it is there or was found missing; never rejects. */
  ask(): Promise<void>;
  /** Fetches it ahead of a need. That it does not come is nobody's business yet. */
  preload(): void;
}

/** Before the second try, and between further ones: doubled up to the longest. In ms. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/** Told of every part that is missing after its second try, at each of its tries. */
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

  /** When the line comes back, and now and then. */
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

/** Sheets that did not come. The build's loader asks for each once: whoever needs one asks for it again here. */
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
