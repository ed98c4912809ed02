import { createStore, type Store, useStore } from './external-store.ts';

/** Sentences for screen readers. */
export interface Announcer extends Pick<Store<string>, 'get' | 'subscribe'> {
  say(text: string): void;
  clear(): void;
}

export function createAnnouncer(): Announcer {
  const said = createStore('');
  return {
    get: said.get,
    subscribe: said.subscribe,
    // A screen reader reads a repeated sentence only when the text differs.
    say: (text) => said.set(said.get() === text ? `${text}\u00a0` : text),
    clear: () => said.set(''),
  };
}

interface LiveRegionProps {
  announcer: Announcer;
  /** Interrupts the screen reader (aria-live="assertive"). */
  isUrgent?: boolean;
  testId: string;
}

/** The hidden element in which screen readers find the sentences of an announcer. */
export function LiveRegion({ announcer, isUrgent = false, testId }: LiveRegionProps) {
  return (
    <p
      className="visually-hidden"
      role={isUrgent ? undefined : 'status'}
      aria-live={isUrgent ? 'assertive' : undefined}
      data-testid={testId}
    >
      {useStore(announcer)}
    </p>
  );
}
