import { useQuery } from '@tanstack/react-query';
import { RANKING_CAP } from '#rules/collectors.ts';
import { leaderboardQuery, placeQuery } from './queries.ts';
import { type RankedCollector, rankedRows } from './ranking.ts';

/** The row of the connected collector, wherever it stands; null while unknown, or without a chosen name. */
export function useOwnRow(
  rows: readonly RankedCollector[],
  ownAddress: string | null,
): RankedCollector | null {
  const board = useQuery(leaderboardQuery);
  const own = rows.find(({ walletAddress }) => walletAddress === ownAddress) ?? null;
  // A ranking that is not full names everybody there is.
  const isBelow = own === null && board.data !== undefined && board.data.length >= RANKING_CAP;
  const place = useQuery({
    ...placeQuery(ownAddress ?? '', board.dataUpdatedAt),
    enabled: isBelow && ownAddress !== null,
  });
  if (own !== null || !isBelow || ownAddress === null) return own;
  const entry = place.data?.entry ?? null;
  return entry === null || entry.walletAddress !== ownAddress
    ? null
    : (rankedRows([entry], [])[0] ?? null);
}
