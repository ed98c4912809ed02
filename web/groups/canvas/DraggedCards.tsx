import type { RefObject } from 'react';
import { formatCount } from '#rules/amounts.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import type { Cards } from './sections.ts';
import type { Drag } from './use-drag.ts';
import './drag.css';

interface DraggedCardsProps {
  /** Moved with the pointer by useDrag, without rendering. */
  ghost: RefObject<HTMLDivElement | null>;
  drag: Drag | null;
  cards: Cards;
}

/** The cards under the pointer during a drag: the grabbed one, and how many there are. */
export function DraggedCards({ ghost, drag, cards }: DraggedCardsProps) {
  const held = drag?.how === 'pointer' ? drag : null;
  const lead = held === null ? undefined : cards.get(held.lead);
  const count = held?.cardIds.length ?? 0;
  return (
    <div ref={ghost} className="ghost" aria-hidden="true" hidden={held === null}>
      <div className="ghost-cards" data-many={count > 1 || undefined}>
        {lead !== undefined && (
          <OwnedCard
            nft={lead}
            className="ghost-card"
            look={{ foil: 'off', isUrgent: true, isDragged: true }}
          />
        )}
        {count > 1 && <span className="ghost-count tabular">{formatCount(count)}</span>}
      </div>
    </div>
  );
}
