import { useState } from 'react';
import { moveOf } from '#rules/battle/deck.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { Card } from '#web/cards/Card.tsx';
import { genesisLook } from '#web/cards/card-look.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { lazyCode } from '#web/ui/lazy-code.ts';
import { Lazy } from '#web/ui/lazy-part.tsx';
import { texts } from './texts.ts';

const howTo = lazyCode(async () => (await import('#web/battle/board/HowToPlay.tsx')).HowToPlay);

const DUEL = [GENESIS_CARDS[1]!, GENESIS_CARDS[3]!];

export function Featured() {
  const [isLearning, setIsLearning] = useState<boolean | null>(null);
  return (
    <section className="featured" aria-labelledby="featured-title">
      <div className="featured-light" aria-hidden="true" />
      <div className="wrap featured-inside">
        <div className="featured-words">
          <p className="eyebrow">{texts.featured}</p>
          <h2 id="featured-title" className="display featured-title">
            {texts.battle[0]} <span>{texts.battle[1]}</span>
          </h2>
          <p className="text-lead">{texts.line}</p>
          <div className="actions featured-actions">
            <PageLink
              href="/trading-card-game"
              className={buttonClass({ look: 'primary', size: 'lg' })}
            >
              {texts.play}
            </PageLink>
            <Button
              size="lg"
              aria-haspopup="dialog"
              onPointerEnter={howTo.preload}
              onFocus={howTo.preload}
              onClick={() => setIsLearning(true)}
            >
              {texts.learn}
            </Button>
          </div>
          <dl className="featured-facts">
            {texts.facts.map(({ value, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="featured-duel" aria-hidden="true">
          {DUEL.map((card) => (
            <div key={card.id} className="featured-card">
              <Card look={{ ...genesisLook(card), move: moveOf(card.name), isUrgent: true }} />
            </div>
          ))}
        </div>
      </div>
      {isLearning !== null && (
        <Lazy part={howTo} isOpen={isLearning} onClose={() => setIsLearning(false)} />
      )}
    </section>
  );
}
