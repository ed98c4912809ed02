/** A value outside React that components can subscribe to. */
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  /** The value at creation: the server renders with it. */
  initial(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    initial: () => initial,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(
  store: Pick<Store<T>, 'get' | 'subscribe'> & Partial<Pick<Store<T>, 'initial'>>,
): T {
  return useSyncExternalStore(store.subscribe, store.get, store.initial ?? store.get);
}
