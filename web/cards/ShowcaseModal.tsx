import type { KeyboardEvent } from 'react';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Card } from './Card.tsx';
import { kiOf } from './card-look.ts';
import { texts } from './texts.ts';

interface ShowcaseModalProps {
  /** Index of the card. */
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** One genesis card on the whole screen; arrow keys show the previous and next card. */
export function ShowcaseModal({ shown, onShow, onClose }: ShowcaseModalProps) {
  const count = GENESIS_CARDS.length;
  const step = (by: number) => onShow((shown + by + count) % count);
  const card = GENESIS_CARDS[shown]!;
  const ki = kiOf(card.type);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      shape="full"
      title={card.name}
      closeLabel={texts.close}
      onKeyDown={onKeyDown}
    >
      <div className="showcase-modal" data-ki={ki}>
        <div className="showcase-light glow" aria-hidden="true" />
        <div className="showcase-card" key={card.id}>
          <Card
            as="static"
            name={card.name}
            type={card.type}
            ki={ki}
            imageUrl={card.image}
            edition={texts.edition(card.id, count)}
            isUrgent
          />
        </div>
        <div className="showcase-words" aria-live="polite">
          <p className="display own-letters text-title">{card.name}</p>
          <p className="eyebrow own-letters">{card.type}</p>
          <p className="text-lead text-dim">{card.description}</p>
        </div>
        <div className="showcase-steps">
          <Button isIcon aria-label={texts.previous} onClick={() => step(-1)}>
            <Icon name="previous" />
          </Button>
          <span className="figure text-large">
            {shown + 1}
            <span className="text-mute"> / {count}</span>
          </span>
          <Button isIcon aria-label={texts.next} onClick={() => step(1)}>
            <Icon name="next" />
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
