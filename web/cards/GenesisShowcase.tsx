import { type CSSProperties, useState } from 'react';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { lazyCode } from '#web/ui/lazy-code.ts';
import { Lazy } from '#web/ui/lazy-part.tsx';
import { move } from '#web/ui/view-transition.ts';
import { Card } from './Card.tsx';
import { genesisLook, inFan } from './card-look.ts';
import { texts } from './texts.ts';
import './showcase.css';

const modal = lazyCode(async () => (await import('./ShowcaseModal.tsx')).ShowcaseModal);

export function GenesisShowcase() {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <section id="cards" className="showcase below" aria-labelledby="cards-title">
      <h2 id="cards-title" className="display text-title wrap">
        {texts.showcaseTitle}
      </h2>
      <ul className="showcase-hand" style={{ '--cards': GENESIS_CARDS.length } as CSSProperties}>
        {GENESIS_CARDS.map((card, index) => (
          <li key={card.id} style={inFan(index, GENESIS_CARDS.length)}>
            <Card
              look={{ ...genesisLook(card), edition: texts.edition(card) }}
              aria-haspopup="dialog"
              onPointerEnter={modal.preload}
              onFocus={modal.preload}
              onClick={({ currentTarget }) => move(() => setOpen(index), currentTarget)}
            />
          </li>
        ))}
      </ul>
      {open !== null && (
        <Lazy part={modal} shown={open} onShow={setOpen} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}
