import { GENESIS_CARDS } from '#rules/genesis.ts';
import { Card } from './Card.tsx';
import { CardModal } from './CardModal.tsx';
import { genesisLook } from './card-look.ts';
import { texts } from './texts.ts';

interface ShowcaseModalProps {
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

export function ShowcaseModal({ shown, onShow, onClose }: ShowcaseModalProps) {
  const card = GENESIS_CARDS[shown]!;
  const look = genesisLook(card);
  return (
    <CardModal
      id={card.id}
      name={card.name}
      ki={look.ki}
      shown={shown}
      count={GENESIS_CARDS.length}
      onShow={onShow}
      onClose={onClose}
      card={<Card look={{ ...look, edition: texts.edition(card), isUrgent: true }} />}
    >
      <p className="display own-letters text-title">{card.name}</p>
      <p className="eyebrow own-letters">{card.type}</p>
      <p className="text-lead text-dim">{card.description}</p>
    </CardModal>
  );
}
