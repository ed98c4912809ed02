import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/Button.tsx';
import { totalsQuery } from './queries.ts';
import { texts } from './texts.ts';

const TILES = ['totalEntries', 'uniqueWallets', 'nftsSelected', 'registrations'] as const;

/** The whole whitelist in four numbers. A fault is no zero. */
export function Tiles() {
  const totals = useQuery(totalsQuery);
  const words = texts.tiles;
  const shown = (tile: (typeof TILES)[number]) => {
    if (totals.data !== undefined) return texts.number(totals.data[tile]);
    return totals.isError ? words.unknown : words.loading;
  };
  return (
    <section aria-label={words.label}>
      <dl className="ledger">
        {TILES.map((tile) => {
          const [name, meaning] = words[tile] as [string, string];
          return (
            <div key={tile} className="ledger-tile">
              <dt>
                <span className="ledger-name">{name}</span>
                <span className="ledger-meaning">{meaning}</span>
              </dt>
              <dd className="ledger-figure tabular">{shown(tile)}</dd>
            </div>
          );
        })}
      </dl>
      {totals.isError && (
        <p role="alert" className="admin-fault">
          <span>{words.failed}</span>
          <Button size="sm" onClick={() => totals.refetch()}>
            {texts.list.retry}
          </Button>
        </p>
      )}
    </section>
  );
}
