import { useQuery } from '@tanstack/react-query';
import type { BattlePlace } from '#contract/battle.ts';
import { BATTLE_BOARD_CAP } from '#rules/battle/standings.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ListNote } from '#web/ui/ListNote.tsx';
import { RankedList } from '#web/ui/RankedList.tsx';
import { Placeholders } from '#web/ui/Skeleton.tsx';
import { BattleBoardRow, BattleBoardRowSkeleton } from './BattleBoardRow.tsx';
import { battleBoardQuery, battlePlaceQuery } from './queries.ts';
import { texts } from './texts.ts';
import './battle-board.css';

const TOP = 10;

export function BattleBoard({ ownAddress }: { ownAddress: string | null }) {
  const words = texts.board;
  const board = useQuery(battleBoardQuery);
  const own = useOwnPlace(ownAddress);
  return (
    <RankedList
      title={words.title}
      aside={<span className="badge">{words.top}</span>}
      rows={(board.data ?? [])
        .slice(0, TOP)
        .map((row, index) => (
          <BattleBoardRow
            key={row.id}
            place={{ rank: index + 1, isExact: true, row }}
            isOwn={row.walletAddress === ownAddress}
          />
        ))}
      own={
        own !== null && own.rank > TOP
          ? { label: words.ownPlace, rank: own.rank, row: <BattleBoardRow place={own} isOwn /> }
          : null
      }
    >
      {board.isPending && (
        <Placeholders label={words.loading} count={TOP} className="ranked-rows">
          {(index) => <BattleBoardRowSkeleton rank={index + 1} />}
        </Placeholders>
      )}
      {board.isError && board.data === undefined && (
        <ListNote
          icon="alert"
          title={words.failed}
          help={words.failedHelp}
          onRetry={() => void board.refetch()}
        />
      )}
      {board.isError && board.data !== undefined && (
        <p role="status" className="battle-board-stale">
          <Icon name="alert" size="1rem" /> {words.stale}
        </p>
      )}
      {board.data?.length === 0 && (
        <ListNote icon="swords" title={words.emptyTitle} help={words.empty} />
      )}
    </RankedList>
  );
}

/** The row of the connected player, at any rank; null while loading, or before the first game. */
function useOwnPlace(ownAddress: string | null): BattlePlace | null {
  const board = useQuery(battleBoardQuery);
  const index = board.data?.findIndex((row) => row.walletAddress === ownAddress) ?? -1;
  const row = board.data?.[index];
  // A board that is not full contains all players.
  const isFull = board.data !== undefined && board.data.length >= BATTLE_BOARD_CAP;
  const isBelow = isFull && row === undefined && ownAddress !== null;
  const place = useQuery({
    ...battlePlaceQuery(ownAddress ?? '', board.dataUpdatedAt),
    enabled: isBelow,
  });
  if (row !== undefined) return { rank: index + 1, isExact: true, row };
  const found = place.data?.place;
  return isBelow && found?.row.walletAddress === ownAddress ? found : null;
}
