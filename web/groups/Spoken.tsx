import { type Store, useStore } from '#web/ui/external-store.ts';

/** What happens to the cards, for those who hear the page. */
export function Spoken({ text }: { text: Store<string> }) {
  return (
    <p className="visually-hidden" aria-live="assertive" data-testid="organiser-says">
      {useStore(text)}
    </p>
  );
}
