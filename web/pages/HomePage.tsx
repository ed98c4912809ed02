import { GenesisShowcase } from '#web/cards/GenesisShowcase.tsx';
import { StatTiles } from '#web/collectors/StatTiles.tsx';
import { TopCollectors } from '#web/collectors/TopCollectors.tsx';
import { Page } from '#web/frame/Page.tsx';
import { useCollector } from '#web/frame/use-collector.ts';
import { useConnection } from '#web/wallet/page-connection.ts';
import { AdminShortcut } from './home/AdminShortcut.tsx';
import { Community } from './home/Community.tsx';
import { FeatureTiles } from './home/FeatureTiles.tsx';
import { Hero } from './home/Hero.tsx';
import { OwnSummary } from './home/OwnSummary.tsx';
import { Promo } from './home/Promo.tsx';
import './home/home.css';

/** Number of rows of the ranking before 'View All'. */
const PREVIEW = 5;

export default function HomePage() {
  const { status } = useConnection();
  const collector = useCollector();
  return (
    <Page>
      <Hero collector={collector} />
      {status !== 'disconnected' && <OwnSummary collector={collector} />}
      <FeatureTiles />
      <Promo />
      <section className="wrap home-section scoreboard">
        <StatTiles />
        <TopCollectors limit={PREVIEW} ownAddress={collector?.address ?? null} />
      </section>
      <GenesisShowcase />
      <Community />
      <AdminShortcut address={collector?.address ?? null} />
    </Page>
  );
}
