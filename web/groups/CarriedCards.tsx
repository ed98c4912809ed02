import type { RefObject } from 'react';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import type { Cards } from './looking.ts';
import type { Carry } from './use-carry.ts';

/** Cards of the stack that are drawn; the number tells the rest. */
const STACK = 3;

interface CarriedCardsProps {
  /** Moved by the pointer itself, outside React. */
  ghost: RefObject<HTMLDivElement | null>;
  carry: Carry | null;
  cards: Cards;
}

/** The cards under the pointer while they are dragged. */
export function CarriedCards({ ghost, carry, cards }: CarriedCardsProps) {
  const held = carry?.how === 'pointer' ? carry : null;
  const shown = held === null ? [] : [held.lead, ...held.cardIds.filter((id) => id !== held.lead)];
  return (
    <div ref={ghost} className="ghost" aria-hidden="true" hidden={held === null}>
      <div className="ghost-cards">
        {shown
          .slice(0, STACK)
          .reverse()
          .map((id) => {
            const nft = cards.get(id);
            if (nft === undefined) return null;
            return (
              <div key={id} className="ghost-card">
                <OwnedCard
                  nft={nft}
                  as="static"
                  foil="off"
                  isUrgent
                  isDragged={id === held?.lead}
                />
              </div>
            );
          })}
        {shown.length > 1 && <span className="ghost-count tabular">{shown.length}</span>}
      </div>
    </div>
  );
}
