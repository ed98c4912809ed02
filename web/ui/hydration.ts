/** The server renders pages first. What only the browser knows (clock, time zone) must wait for hydration. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while the page hydrates. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** For dates: the reader's own zone, and before that is known the one every reader can be told. */
export function useTimeZone(): 'UTC' | undefined {
  return useIsHydrated() ? undefined : 'UTC';
}
