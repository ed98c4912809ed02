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

const days = new Map<string | undefined, Intl.DateTimeFormat>();

/** The day of a moment. */
export function dayIn(timeZone: 'UTC' | undefined, at: string): string {
  const known = days.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone });
  if (known === undefined) days.set(timeZone, format);
  return format.format(new Date(at));
}
