import { Card } from '#web/cards/Card.tsx';
import { EmptyPlace } from './EmptyPlace.tsx';
import { faceOf } from './table-cards.ts';
import { texts } from './texts.ts';
import './place.css';

interface OwnPlaceProps {
  /** Name of the picked card, or of the one that was put down. */
  card: string | null;
  isLocked: boolean;
}

/** Your place on the table: the picked card lies there, large. The hand already names it to readers. */
export function OwnPlace({ card, isLocked }: OwnPlaceProps) {
  return (
    <div className="place" data-side="you">
      {card === null ? (
        <EmptyPlace>{texts.yourPlace}</EmptyPlace>
      ) : (
        <div className="place-card" key={card} aria-hidden="true">
          <Card {...faceOf(card)} as="static" isLocked={isLocked} />
        </div>
      )}
    </div>
  );
}
