/** The battle leaderboard, and how often it is read (SPEC section 9). */
import { queryOptions } from '@tanstack/react-query';
import { reading } from '#web/api/reading.ts';

/** In ms. */
export const BOARD_STALE = 30_000;
export const BOARD_REFETCH = 60_000;

export const battleBoardQuery = queryOptions({
  ...reading('GET /api/game/leaderboard'),
  staleTime: BOARD_STALE,
  refetchInterval: BOARD_REFETCH,
});
