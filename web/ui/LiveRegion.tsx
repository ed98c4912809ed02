import { createStore, type Store, useStore } from './external-store.ts';

/** Sentences for those who hear the page. */
export interface Announcer extends Pick<Store<string>, 'get' | 'subscribe'> {
  say(text: string): void;
}

export function createAnnouncer(): Announcer {
  const said = createStore('');
  return {
    get: said.get,
    subscribe: said.subscribe,
    // The same sentence is heard again only when the text is another.
    say: (text) => said.set(said.get() === text ? `${text}\u00a0` : text),
  };
}

interface LiveRegionProps {
  announcer: Announcer;
  /** Interrupts what is being read. */
  isUrgent?: boolean;
  testId: string;
}

/** Where an announcer is heard. */
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
