/** The rows of the ranking: only collectors with a chosen display name (N2). */
import { useQuery } from '@tanstack/react-query';
import type { LeaderboardEntry, UserSummary } from '#contract/collectors.ts';
import { isChosenName, RANKING_CAP } from '#rules/ranking.ts';
import { leaderboardQuery, placeQuery } from './queries.ts';

export type RankedCollector = Pick<LeaderboardEntry, 'rank' | 'walletAddress' | 'nftCount'> & {
  readonly name: string;
};

/** @param users names; empty while loading */
export function rankedRows(
  entries: readonly LeaderboardEntry[],
  users: readonly UserSummary[],
): RankedCollector[] {
  const names = new Map(users.map((user) => [user.walletAddress, user.displayName]));
  return entries.flatMap(({ rank, walletAddress, displayName, nftCount }) => {
    const name = [displayName, names.get(walletAddress)].find(isChosenName);
    return name === undefined ? [] : [{ rank, walletAddress, name, nftCount }];
  });
}

/** The row of the connected collector, at any rank; null while loading, or without a chosen name. */
export function useOwnRow(
  rows: readonly RankedCollector[],
  ownAddress: string | null,
): RankedCollector | null {
  const board = useQuery(leaderboardQuery);
  const own = rows.find(({ walletAddress }) => walletAddress === ownAddress) ?? null;
  // A ranking that is not full contains all collectors.
  const isFull = board.data !== undefined && board.data.length >= RANKING_CAP;
  const isBelow = isFull && own === null && ownAddress !== null;
  const place = useQuery({
    ...placeQuery(ownAddress ?? '', board.dataUpdatedAt),
    enabled: isBelow,
  });
  const entry = place.data?.entry;
  if (!isBelow || entry?.walletAddress !== ownAddress) return own;
  return rankedRows([entry], [])[0] ?? null;
}
