import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ListNote } from '#web/ui/ListNote.tsx';
import { BoardRow, BoardRowSkeleton } from './BoardRow.tsx';
import { leaderboardQuery, usersQuery } from './queries.ts';
import { rankedRows } from './ranking.ts';
import { texts } from './texts.ts';
import { useOwnRow } from './use-own-row.ts';
import './board.css';

interface TopCollectorsProps {
  /** Entries shown before View All; also the number of placeholder rows. */
  limit?: number;
  /** The connected wallet: its row is marked. */
  ownAddress: string | null;
}

/** The ranking of collectors by number of cards. */
export function TopCollectors({ limit = 5, ownAddress }: TopCollectorsProps) {
  const words = texts.board;
  const [isWhole, setIsWhole] = useState(false);
  const board = useQuery(leaderboardQuery);
  const hasEntries = (board.data?.length ?? 0) > 0;
  const users = useQuery({ ...usersQuery, enabled: hasEntries });
  const rows = rankedRows(board.data ?? [], users.data ?? []);
  const shown = isWhole ? rows : rows.slice(0, limit);
  const ownRow = useOwnRow(rows, ownAddress);
  const isOwnBelow = ownRow !== null && !shown.some((row) => row.walletAddress === ownAddress);

  return (
    <section className="board panel-lit" aria-labelledby="board-title">
      <div className="board-head">
        <h2 id="board-title" className="display text-heading">
          {words.title}
        </h2>
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
          <Icon name="refresh" className={board.isFetching ? 'animate-spin' : ''} />
        </Button>
      </div>
      {board.isPending && <Placeholders count={limit} />}
      {board.isError && (
        <ListNote
          icon="alert"
          title={words.failed}
          help={words.failedHelp}
          retry={{ label: words.retry, onRetry: () => void board.refetch() }}
        />
      )}
      {board.isSuccess && rows.length === 0 && (
        <ListNote icon="crown" title={words.emptyTitle} help={words.empty} />
      )}
      {rows.length > 0 && (
        <ol className="board-rows">
          {shown.map((row) => (
            <BoardRow key={row.walletAddress} row={row} isOwn={row.walletAddress === ownAddress} />
          ))}
        </ol>
      )}
      {isOwnBelow && (
        <section className="board-below" aria-label={words.ownPlace}>
          <ol className="board-rows" start={ownRow.rank}>
            <BoardRow row={ownRow} isOwn />
          </ol>
        </section>
      )}
      <div className="board-foot">
        {rows.length > limit && (
          <Button
            look="plain"
            size="sm"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? words.viewLess : words.viewAll}
          </Button>
        )}
      </div>
    </section>
  );
}

function Placeholders({ count }: { count: number }) {
  return (
    <>
      <p role="status" className="sr-only">
        {texts.board.loading}
      </p>
      <ol className="board-rows" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <BoardRowSkeleton key={index} rank={index + 1} />
        ))}
      </ol>
    </>
  );
}
