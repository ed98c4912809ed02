import { PageLink } from '#web/app/PageLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

/** The planned collection, with its fixed figures (SPEC section 2). */
export function Promo() {
  const { promo } = texts;
  return (
    <section className="wrap home-section">
      <PageLink href="/the-mainz" className="promo" data-ki="void">
        <span className="promo-number tabular" aria-hidden="true">
          {promo.size}
        </span>
        <h2 className="display text-title max-w-[16ch]">{promo.title}</h2>
        <dl className="promo-figures">
          <Figure value={promo.size} label={promo.sizeLabel} />
          <Figure value={promo.access} label={promo.accessLabel} />
          <Figure value={promo.soon} label={promo.soonLabel} />
        </dl>
        <span className="promo-go">
          {promo.link} <Icon name="next" />
        </span>
      </PageLink>
    </section>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-label text-paper-dim">{label}</dt>
      <dd className="display tabular text-2xl text-ki">{value}</dd>
    </div>
  );
}
