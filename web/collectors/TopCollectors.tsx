import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/Button.tsx';
import { createStore, useStore } from '#web/ui/external-store.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ListNote } from '#web/ui/ListNote.tsx';
import { RankedList } from '#web/ui/RankedList.tsx';
import { Placeholders } from '#web/ui/Skeleton.tsx';
import { BoardRow, BoardRowSkeleton } from './BoardRow.tsx';
import { leaderboardQuery, usersQuery } from './queries.ts';
import { rankedRows, useOwnRow } from './ranking.ts';
import { texts } from './texts.ts';
import './board.css';

/** Number of rows before 'View All', and of placeholders. */
const PREVIEW = 5;

/** Kept for as long as the page is open: who comes back from a collector is at the same row. */
const unfolded = createStore(false);

/** The ranking of collectors by number of cards; the row of the connected wallet is marked. */
export function TopCollectors({ ownAddress }: { ownAddress: string | null }) {
  const words = texts.board;
  const isWhole = useStore(unfolded);
  const board = useQuery(leaderboardQuery);
  const hasEntries = (board.data?.length ?? 0) > 0;
  const users = useQuery({ ...usersQuery, enabled: hasEntries });
  const rows = rankedRows(board.data ?? [], users.data ?? []);
  const shown = isWhole ? rows : rows.slice(0, PREVIEW);
  const ownRow = useOwnRow(rows, ownAddress);
  const isOwnBelow = ownRow !== null && !shown.some((row) => row.walletAddress === ownAddress);

  const own = isOwnBelow
    ? { label: words.ownPlace, rank: ownRow.rank, row: <BoardRow row={ownRow} isOwn /> }
    : null;

  return (
    <RankedList
      className="board"
      title={words.title}
      aside={
        <Button
          look="plain"
          isIcon
          aria-label={words.refresh}
          title={words.refresh}
          aria-busy={board.isFetching}
          onClick={() => {
            if (!board.isFetching) void board.refetch();
          }}
        >
          <Icon name="refresh" size="2.5rem" className={board.isFetching ? 'spinning' : ''} />
        </Button>
      }
      rows={shown.map((row) => (
        <BoardRow key={row.walletAddress} row={row} isOwn={row.walletAddress === ownAddress} />
      ))}
      own={own}
      foot={
        <div className="board-foot">
          {rows.length > PREVIEW && (
            <Button
              look="plain"
              size="sm"
              aria-expanded={isWhole}
              onClick={() => unfolded.set(!isWhole)}
            >
              {isWhole ? words.viewLess : words.viewAll}
            </Button>
          )}
        </div>
      }
    >
      {board.isPending && (
        <Placeholders label={words.loading} count={PREVIEW} className="ranked-rows">
          {(index) => <BoardRowSkeleton rank={index + 1} />}
        </Placeholders>
      )}
      {board.isError && (
        <ListNote
          icon="alert"
          title={words.failed}
          help={words.failedHelp}
          onRetry={() => void board.refetch()}
        />
      )}
      {board.isSuccess && rows.length === 0 && (
        <ListNote icon="crown" title={words.emptyTitle} help={words.empty} />
      )}
    </RankedList>
  );
}
