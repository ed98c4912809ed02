import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#rules/amounts.ts';
import { statsQuery } from './queries.ts';
import { texts } from './texts.ts';

const TILES = ['totalNFTs', 'activeUsers', 'collections'] as const;

/** Three figures, polled every 30 s. After an error they show 0, with a message. */
export function StatTiles() {
  const stats = useQuery(statsQuery);
  const words = texts.stats;
  // Also while it is retried after an error, so that the message does not flicker.
  const hasFailed = stats.errorUpdatedAt > stats.dataUpdatedAt;
  const shown = (tile: (typeof TILES)[number]) => {
    if (hasFailed) return words.missing;
    if (stats.isPending) return words.loading;
    return formatCount(stats.data?.[tile] ?? 0);
  };
  return (
    <section aria-label={words.heading}>
      <dl className="stats-row">
        {TILES.map((tile) => (
          <div key={tile} className="stat-tile">
            <dt className="stat-label">{words[tile]}</dt>
            <dd className="stat-value tabular">{shown(tile)}</dd>
          </div>
        ))}
      </dl>
      {hasFailed && (
        <p role="status" className="stats-fault text-small text-warn">
          {words.fault}
        </p>
      )}
    </section>
  );
}
