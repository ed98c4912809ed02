import type { ReactNode } from 'react';
import { MOVES } from '#rules/battle/deck.ts';
import { Card, CardBack } from '#web/cards/Card.tsx';
import { MoveIcon } from '#web/cards/CardIcons.tsx';
import { battleCard } from './battle-card.ts';
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
          <Card {...battleCard(card)} as="static" isLocked={isLocked} />
        </div>
      )}
    </div>
  );
}

/** The opponent's place: empty while they choose, then a card that tells nothing. */
export function OpponentPlace({ hasPlayed }: { hasPlayed: boolean }) {
  return (
    <div className="place" data-side="opponent">
      {hasPlayed ? (
        <div className="place-card">
          <div className="card">
            <CardBack label={texts.theirCardDown} />
          </div>
        </div>
      ) : (
        <EmptyPlace>{texts.theirPlace}</EmptyPlace>
      )}
    </div>
  );
}

/** Where a card will lie: the three moves are still open. */
function EmptyPlace({ children }: { children: ReactNode }) {
  return (
    <div className="place-empty">
      <span className="place-signs" aria-hidden="true">
        {MOVES.map((move) => (
          <span key={move}>
            <MoveIcon move={move} />
          </span>
        ))}
      </span>
      <p>{children}</p>
    </div>
  );
}
