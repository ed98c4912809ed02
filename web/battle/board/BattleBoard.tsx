import { useQuery } from '@tanstack/react-query';
import type { BattleRow } from '#contract/battle.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ListNote } from '#web/ui/ListNote.tsx';
import { BattleBoardRow, BattleBoardRowSkeleton } from './BattleBoardRow.tsx';
import { battleBoardQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useOwnPlace } from './use-own-place.ts';
import './battle-board.css';

/** Rows shown. */
const TOP = 10;

/** The ten best players of the battle, the first three on a podium. */
export function BattleBoard({ ownAddress }: { ownAddress: string | null }) {
  const words = texts.board;
  const board = useQuery(battleBoardQuery);
  const rows = board.data?.slice(0, TOP);
  const own = useOwnPlace(ownAddress);
  return (
    <section className="battle-board panel-lit" aria-labelledby="battle-board-title">
      <div className="battle-board-head">
        <h2 id="battle-board-title" className="display text-heading">
          {words.title}
        </h2>
        <span className="badge">{words.top}</span>
      </div>
      {board.isPending && <Placeholders />}
      {board.isError && rows === undefined && (
        <ListNote
          icon="alert"
          title={words.failed}
          help={words.failedHelp}
          retry={{ label: words.retry, onRetry: () => void board.refetch() }}
        />
      )}
      {board.isError && rows !== undefined && (
        <p role="status" className="battle-board-stale">
          <Icon name="alert" size="1rem" /> {words.stale}
        </p>
      )}
      {rows?.length === 0 && <ListNote icon="swords" title={words.emptyTitle} help={words.empty} />}
      {rows !== undefined && rows.length > 0 && <Rows rows={rows} ownAddress={ownAddress} />}
      {own !== null && own.rank > TOP && (
        <section className="battle-board-below" aria-label={words.ownPlace}>
          <ol className="battle-board-rows" start={own.rank}>
            <BattleBoardRow row={own.row} rank={own.rank} isExact={own.isExact} isOwn />
          </ol>
        </section>
      )}
    </section>
  );
}

function Rows({ rows, ownAddress }: { rows: readonly BattleRow[]; ownAddress: string | null }) {
  return (
    <ol className="battle-board-rows">
      {rows.map((row, index) => (
        <BattleBoardRow
          key={row.id}
          row={row}
          rank={index + 1}
          isOwn={row.walletAddress === ownAddress}
        />
      ))}
    </ol>
  );
}

function Placeholders() {
  return (
    <>
      <p role="status" className="visually-hidden">
        {texts.board.loading}
      </p>
      <ol className="battle-board-rows" aria-hidden="true">
        {Array.from({ length: TOP }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <BattleBoardRowSkeleton key={index} rank={index + 1} />
        ))}
      </ol>
    </>
  );
}
