import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { formatCount } from '#rules/amounts.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { totalsQuery } from './queries.ts';
import { texts } from './texts.ts';

/** Each tile's figure for all registrations, and for those that still hold their cards. */
const TILES = [
  ['totalEntries', 'heldEntries'],
  ['uniqueWallets', 'heldWallets'],
  ['nftsSelected', 'heldNfts'],
  ['registrations', 'heldRegistrations'],
] as const;

/** The whitelist in four numbers; '?' after an error, never 0. */
export function Totals({ isHeldOnly }: { isHeldOnly: boolean }) {
  const totals = useQuery(totalsQuery);
  const words = texts.tiles;
  const shown = ([all, held]: (typeof TILES)[number]) => {
    if (totals.data !== undefined) return formatCount(totals.data[isHeldOnly ? held : all]);
    return totals.isError ? words.unknown : words.loading;
  };
  const longest = Math.max(...TILES.map((tile) => shown(tile).length));
  return (
    <section aria-label={words.label}>
      <dl className="totals" style={{ '--longest': longest } as CSSProperties}>
        {TILES.map((tile) => {
          const [name, every] = words[tile[0]] as [string, string];
          const count = totals.data?.[tile[0]];
          const meaning = isHeldOnly && count !== undefined ? words.of(count) : every;
          return (
            <div key={name} className="totals-tile">
              <dt>
                <span className="totals-name">{name}</span>
                <span className="totals-meaning">{meaning}</span>
              </dt>
              <dd className="totals-figure tabular">{shown(tile)}</dd>
            </div>
          );
        })}
      </dl>
      {totals.isError && <Failure words={words.failed} onRetry={() => void totals.refetch()} />}
    </section>
  );
}
