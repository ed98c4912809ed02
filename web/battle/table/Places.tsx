import type { ReactNode } from 'react';
import { MOVES } from '#rules/battle/deck.ts';
import { Card, CardBack } from '#web/cards/Card.tsx';
import { MoveIcon } from '#web/cards/CardIcons.tsx';
import { battleCard } from './battle-card.ts';
import { texts } from './texts.ts';
import './place.css';

/**
 * The picked card, large. Hidden from screen readers, because the hand names it. Face down when it is down and the server
 * does not tell which one it is: it tells that only to the session of its player.
 */
export function OwnPlace({ card, isLocked }: { card: string | null; isLocked: boolean }) {
  return (
    <div className="place" data-side="you">
      {card === null && isLocked ? (
        <div className="place-card">
          <CardBack label={texts.yourCardDown} />
        </div>
      ) : card === null ? (
        <EmptyPlace>{texts.yourPlace}</EmptyPlace>
      ) : (
        <div className="place-card" key={card} aria-hidden="true">
          <Card look={{ ...battleCard(card), isLocked }} />
        </div>
      )}
    </div>
  );
}

export function OpponentPlace({ hasPlayed, isLate }: { hasPlayed: boolean; isLate: boolean }) {
  return (
    <div className="place" data-side="opponent">
      {hasPlayed ? (
        <div className="place-card">
          <CardBack label={texts.theirCardDown} />
        </div>
      ) : (
        <EmptyPlace>{isLate ? texts.theirPlaceLate : texts.theirPlace}</EmptyPlace>
      )}
    </div>
  );
}

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
