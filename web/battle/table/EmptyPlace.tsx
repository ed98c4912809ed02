import type { ReactNode } from 'react';
import { MOVES } from '#rules/battle/deck.ts';
import { MoveIcon } from '#web/cards/MoveIcon.tsx';

/** Where a card will lie: the three moves are still open. */
export function EmptyPlace({ children }: { children: ReactNode }) {
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
