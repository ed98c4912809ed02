import { lazy, Suspense, useState } from 'react';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { Card } from './Card.tsx';
import { kiOf } from './ki.ts';
import { texts } from './texts.ts';
import './showcase.css';

const loadModal = () => import('./ShowcaseModal.tsx');
const ShowcaseModal = lazy(async () => ({ default: (await loadModal()).ShowcaseModal }));

/** The five genesis cards, held like a hand; a click opens one over the whole screen. */
export function GenesisShowcase() {
  const [open, setOpen] = useState<number | null>(null);
  const preload = () => void loadModal();
  return (
    <section id="cards" className="showcase" aria-labelledby="cards-title">
      <h2 id="cards-title" className="display text-title wrap">
        {texts.showcaseTitle}
      </h2>
      <ul className="showcase-hand">
        {GENESIS_CARDS.map(({ id, name, type, image }, index) => (
          <li key={id}>
            <Card
              name={name}
              type={type}
              ki={kiOf(type)}
              imageUrl={image}
              edition={texts.edition(id, GENESIS_CARDS.length)}
              aria-haspopup="dialog"
              onPointerEnter={preload}
              onFocus={preload}
              onClick={() => setOpen(index)}
            />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {open !== null && (
          <ShowcaseModal shown={open} onShow={setOpen} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </section>
  );
}
