/** Queries of the battle leaderboard, and their intervals. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '#contract/api.ts';
import { kept, readQuery } from '#web/api/call.ts';

/** In ms. */
const BOARD_STALE = 30_000;
const BOARD_REFETCH = 60_000;

export const battleBoardQuery = queryOptions({
  ...readQuery('GET /api/game/leaderboard'),
  ...kept(BOARD_STALE),
  refetchInterval: BOARD_REFETCH,
});

/**
 * The place of a player who is below the end of the board.
 * @param boardReadAt time of the board, part of the key: a new board loads the place again
 */
export function battlePlaceQuery(walletAddress: string, boardReadAt: number) {
  const { queryKey } = readQuery('GET /api/game/leaderboard/{walletAddress}', {
    params: { walletAddress },
  });
  return queryOptions<Answer<'GET /api/game/leaderboard/{walletAddress}'>>({
    queryKey: [...queryKey, boardReadAt],
    ...kept(BOARD_REFETCH),
    placeholderData: keepPreviousData,
  });
}
