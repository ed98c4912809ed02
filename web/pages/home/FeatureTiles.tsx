import type { Ki } from '#rules/genesis.ts';
import { settings } from '#web/api/settings.ts';
import { NewTabLink } from '#web/ui/Button.tsx';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

interface Feature {
  title: string;
  text: string;
  icon: IconName;
  ki: Ki;
  /** Undefined: a tile without a link; null: its link is not configured. */
  link?: string | null;
}

export function FeatureTiles() {
  const { links } = settings();
  const { main, collector, collection, heading } = texts.features;
  const features: Feature[] = [
    { ...main, icon: 'chart', ki: 'inferno', link: links.chart },
    { ...collector, icon: 'card', ki: 'sui', link: links.launchpad },
    { ...collection, icon: 'gem', ki: 'void' },
  ];
  return (
    <section className="wrap home-section below" aria-label={heading}>
      <ul className="feature-row">
        {features.map((feature) => (
          <li key={feature.title} data-ki={feature.ki}>
            <FeatureTile {...feature} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FeatureTile({ title, text, icon, link }: Feature) {
  const inside = (
    <>
      <Icon name={icon} size="2.25rem" className="text-ki" />
      <h2 className="display text-heading">
        {title}
        {link && <Icon name="outward" className="feature-sign text-ki" />}
        {link && <span className="visually-hidden"> ({texts.features.opens})</span>}
      </h2>
      <p className="text-dim">{text}</p>
      {link === null && <p className="badge">{texts.features.missing}</p>}
    </>
  );
  if (!link) return <div className="feature-tile">{inside}</div>;
  return (
    <NewTabLink href={link} className="feature-tile feature-link">
      {inside}
    </NewTabLink>
  );
}
