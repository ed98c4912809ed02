import { GENESIS_CARDS } from '#rules/genesis.ts';
import { Card } from './Card.tsx';
import { CardModal } from './CardModal.tsx';
import { kiOf } from './card-look.ts';
import { texts } from './texts.ts';

interface ShowcaseModalProps {
  /** Index of the card. */
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** One genesis card on the whole screen. */
export function ShowcaseModal({ shown, onShow, onClose }: ShowcaseModalProps) {
  const count = GENESIS_CARDS.length;
  const card = GENESIS_CARDS[shown]!;
  const ki = kiOf(card.type);
  return (
    <CardModal
      id={card.id}
      name={card.name}
      ki={ki}
      shown={shown}
      count={count}
      onShow={onShow}
      onClose={onClose}
      card={
        <Card
          name={card.name}
          type={card.type}
          ki={ki}
          imageUrl={card.image}
          edition={texts.edition(card.id, count)}
          isUrgent
        />
      }
    >
      <p className="display own-letters text-title">{card.name}</p>
      <p className="eyebrow own-letters">{card.type}</p>
      <p className="text-lead text-dim">{card.description}</p>
    </CardModal>
  );
}
