import { PageLink } from '#web/frame/PageLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';
import './promo.css';

/** Three of the twelve characters: all pictures would be too much for the first page. */
const FACES = [
  { slug: 'abbot-cinder', ki: 'inferno' },
  { slug: 'kit-velvet', ki: 'void' },
  { slug: 'lux-marabel', ki: 'eter' },
];

export function Promo() {
  const { promo } = texts;
  return (
    <section className="wrap home-section below">
      <PageLink href="/the-mainz" className="promo" data-ki="void">
        <div className="promo-words">
          <h2 className="display text-title">{promo.title}</h2>
          <dl className="promo-figures">
            <Figure value={promo.size} label={promo.sizeLabel} />
            <Figure value={promo.access} label={promo.accessLabel} />
            <Figure value={promo.soon} label={promo.soonLabel} />
          </dl>
          <span className="promo-go">
            {promo.link} <Icon name="next" />
          </span>
        </div>
        <div className="promo-cast" aria-hidden="true">
          {FACES.map(({ slug, ki }) => (
            <span key={slug} data-ki={ki}>
              <img
                src={`/art/characters/${slug}.svg`}
                alt=""
                width={800}
                height={1000}
                loading="lazy"
                decoding="async"
              />
            </span>
          ))}
        </div>
      </PageLink>
    </section>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <dt className="text-label text-dim">{label}</dt>
      <dd className="display own-letters tabular text-large text-ki">{value}</dd>
    </div>
  );
}
