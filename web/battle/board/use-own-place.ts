import { useQuery } from '@tanstack/react-query';
import type { BattlePlace } from '#contract/battle.ts';
import { BATTLE_BOARD_CAP } from '#rules/battle/standings.ts';
import { battleBoardQuery, battlePlaceQuery } from './queries.ts';

/** Where the connected player stands, however far down; null while unknown, or before the first game. */
export function useOwnPlace(ownAddress: string | null): BattlePlace | null {
  const board = useQuery(battleBoardQuery);
  const index = board.data?.findIndex((row) => row.walletAddress === ownAddress) ?? -1;
  // A board that is not full names everybody there is.
  const isBelow = index < 0 && board.data !== undefined && board.data.length >= BATTLE_BOARD_CAP;
  const place = useQuery({
    ...battlePlaceQuery(ownAddress ?? '', board.dataUpdatedAt),
    enabled: isBelow && ownAddress !== null,
  });
  const row = board.data?.[index];
  if (row !== undefined) return { rank: index + 1, isExact: true, row };
  const found = isBelow ? (place.data?.place ?? null) : null;
  return found?.row.walletAddress === ownAddress ? found : null;
}
