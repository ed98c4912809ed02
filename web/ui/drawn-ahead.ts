/** Pages are drawn on the server first: what only the browser knows, its clock and its time zone, has to wait. */
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the page is drawn ahead and while that drawing is taken over. */
export function useIsHere(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** For dates: the reader's own zone, and before that is known the one every reader can be told. */
export function useTimeZone(): 'UTC' | undefined {
  return useIsHere() ? undefined : 'UTC';
}

const days = new Map<string | undefined, Intl.DateTimeFormat>();

/** The day of a moment. */
export function dayIn(timeZone: 'UTC' | undefined, at: string): string {
  const known = days.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone });
  if (known === undefined) days.set(timeZone, format);
  return format.format(new Date(at));
}
