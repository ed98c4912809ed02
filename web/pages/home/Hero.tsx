import { GENESIS_CARDS } from '#rules/genesis.ts';
import { Card } from '#web/cards/Card.tsx';
import { genesisLook } from '#web/cards/card-look.ts';
import { NftPicture } from '#web/cards/NftPicture.tsx';
import { ConnectButton } from '#web/frame/ConnectButton.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import type { Collector } from '#web/frame/use-collector.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import star from './star.svg';
import { texts } from './texts.ts';
import './hero.css';

/** The cards behind the star card, which would hide a fifth one. */
const CAST = GENESIS_CARDS.slice(0, 4);

export function Hero({ collector }: { collector: Collector | null }) {
  return (
    <section className="wrap hero">
      <div className="hero-words">
        <h1 className="hero-title">
          <span>{texts.brandFirst}</span> {texts.brandLast}
        </h1>
        <p className="hero-tagline display text-heading text-ki">{texts.tagline}</p>
        <p className="hero-lead text-lead text-dim">{texts.lead}</p>
        <div className="row hero-actions">
          {collector === null ? (
            <ConnectButton origin="nav" size="lg" />
          ) : (
            <PageLink href="/profile" className={buttonClass({ look: 'primary', size: 'lg' })}>
              {texts.profile}
            </PageLink>
          )}
          <a href="#cards" className="link link-touch">
            {texts.seeCards}
          </a>
        </div>
      </div>
      <div className="hero-star">
        {CAST.map((card) => (
          <div key={card.id} className="hero-cast" aria-hidden="true">
            <Card look={{ ...genesisLook(card), foil: 'off' }} />
          </div>
        ))}
        <StarCard collector={collector} />
      </div>
    </section>
  );
}

function StarCard({ collector }: { collector: Collector | null }) {
  const { nobody, role, edition, alt } = texts.star;
  const user = collector?.user;
  const name = user?.displayName ?? nobody;
  const picture = user?.profilePicture ?? null;
  return (
    <Card look={{ name, type: role, ki: 'eter', edition }}>
      {picture === null ? (
        <img
          src={star}
          alt={alt}
          width={1000}
          height={1100}
          draggable={false}
          fetchPriority="high"
        />
      ) : (
        <NftPicture imageUrl={picture} alt={name} isUrgent />
      )}
    </Card>
  );
}
