import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '#contract/api.ts';
import { call, kept, readQuery } from '#web/api/call.ts';
import { texts } from './texts.ts';

/** Poll interval of the stat tiles, in ms. */
const STATS_REFETCH = 30_000;
/** Stale time and poll interval of the ranking, in ms. */
const LEADERBOARD_REFETCH = 3_600_000;

export const statsQuery = queryOptions({
  ...readQuery('GET /api/stats'),
  queryFn: ({ signal }) =>
    call('GET /api/stats', {}, { signal }).catch((cause) => {
      throw new Error(texts.statsFailed, { cause });
    }),
  ...kept(STATS_REFETCH),
  refetchInterval: STATS_REFETCH,
});

export const leaderboardQuery = queryOptions({
  ...readQuery('GET /api/leaderboard'),
  ...kept(LEADERBOARD_REFETCH),
  // Counted from the last answer, not from when the page was opened.
  refetchInterval: ({ state: { dataUpdatedAt, errorUpdatedAt } }) => {
    const readAt = Math.max(dataUpdatedAt, errorUpdatedAt);
    return readAt === 0
      ? LEADERBOARD_REFETCH
      : Math.max(1, readAt + LEADERBOARD_REFETCH - Date.now());
  },
});

export const usersQuery = readQuery('GET /api/users');

export function userQuery(walletAddress: string) {
  return readQuery('GET /api/users/{walletAddress}', { params: { walletAddress } });
}

/**
 * The place of a collector who is below the end of the ranking.
 * @param boardReadAt time of the ranking, part of the key: a new ranking loads the place again
 */
export function placeQuery(walletAddress: string, boardReadAt: number) {
  const { queryKey } = readQuery('GET /api/leaderboard/{walletAddress}', {
    params: { walletAddress },
  });
  return queryOptions<Answer<'GET /api/leaderboard/{walletAddress}'>>({
    queryKey: [...queryKey, boardReadAt],
    ...kept(LEADERBOARD_REFETCH),
    placeholderData: keepPreviousData,
  });
}
