import type { Address } from '#rules/address.ts';
import { settings } from '#web/api/settings.ts';
import { GenesisShowcase } from '#web/cards/GenesisShowcase.tsx';
import { StatTiles } from '#web/collectors/StatTiles.tsx';
import { TopCollectors } from '#web/collectors/TopCollectors.tsx';
import { Page } from '#web/frame/Page.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { texts } from '#web/frame/texts.ts';
import { useCollector } from '#web/frame/use-collector.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useConnection } from '#web/wallet/page-connection.ts';
import { Community } from './home/Community.tsx';
import { FeatureTiles } from './home/FeatureTiles.tsx';
import { Hero } from './home/Hero.tsx';
import { OwnSummary } from './home/OwnSummary.tsx';
import { Promo } from './home/Promo.tsx';
import './home/home.css';

export default function HomePage() {
  const { status } = useConnection();
  const collector = useCollector();
  return (
    <Page>
      <Hero collector={collector} />
      {status !== 'disconnected' && <OwnSummary collector={collector} />}
      <FeatureTiles />
      <Promo />
      <section className="wrap home-section scoreboard below">
        <StatTiles />
        <TopCollectors ownAddress={collector?.address ?? null} />
      </section>
      <GenesisShowcase />
      <Community />
      <AdminShortcut address={collector?.address ?? null} />
    </Page>
  );
}

function AdminShortcut({ address }: { address: Address | null }) {
  if (address === null || address !== settings().adminWallet) return null;
  return (
    <PageLink
      href="/admin"
      role="button"
      title={texts.admin}
      aria-label={texts.admin}
      // A link knows only Enter.
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        event.currentTarget.click();
      }}
      className={buttonClass({ look: 'primary', isIcon: true }, 'admin-shortcut')}
    >
      <Icon name="wrench" size="1.5rem" />
    </PageLink>
  );
}
