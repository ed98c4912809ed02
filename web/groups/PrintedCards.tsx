import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';
import './printed-cards.css';

/** On paper every card by its name, under its group: of the canvas only what is near the screen is in the document. */
export function PrintedCards({ sections, cards }: Pick<OrganiserModel, 'sections' | 'cards'>) {
  if (!useIsPrinting()) return null;
  return (
    <div className="printed-cards">
      {sections.map(({ id, name, cardIds }) => (
        <section key={id}>
          <h3>
            <bdi>{texts.group.cardsOf(name, cardIds.length)}</bdi>
          </h3>
          <ul>
            {cardIds.map((cardId) => (
              <li key={cardId}>
                <bdi>{cards.get(cardId)?.name}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // The page is printed as it stands when the event is over.
    addEventListener('beforeprint', () => flushSync(() => setIsPrinting(true)), { signal });
    addEventListener('afterprint', () => setIsPrinting(false), { signal });
    return () => listening.abort();
  }, []);
  return isPrinting;
}
