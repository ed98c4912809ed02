import { useIsPrinting } from '#web/ui/printing.ts';
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
            <bdi>{name}</bdi>, {texts.cards(cardIds.length)}
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
