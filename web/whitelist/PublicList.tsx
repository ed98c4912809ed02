import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { isLastPage } from '#rules/whitelist.ts';
import { Button } from '#web/ui/Button.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { ListNote } from '#web/ui/ListNote.tsx';
import { RankedList } from '#web/ui/RankedList.tsx';
import { Placeholders, Skeleton } from '#web/ui/Skeleton.tsx';
import { PublicEntry, PublicEntrySkeleton } from './PublicEntry.tsx';
import { publicTexts as words } from './public-texts.ts';
import {
  GAMES_WHITELIST_STALE,
  refreshList,
  whitelistQuery,
  whitelistTotalsQuery,
} from './queries.ts';
import { RoundLine } from './RoundLine.tsx';
import { useRounds } from './use-rounds.ts';
import './public-list.css';

/** Number of rows shown at first, and added by 'Show more'. */
const PAGE = 10;

interface PublicListProps {
  ownAddress: string | null;
  /** Chosen names by wallet; only the loaded ones. */
  names: ReadonlyMap<string, string>;
  children: ReactNode;
}

/** Who registered how many cards, newest first; public (W5). */
export function PublicList({ ownAddress, names, children }: PublicListProps) {
  const queries = useQueryClient();
  useRounds(() => refreshList(queries));
  const list = useQuery(whitelistQuery);
  const [shown, setShown] = useState(PAGE);
  const entries = list.data;
  return (
    <RankedList
      className="public-list"
      title={words.title}
      aside={
        <p className="public-list-total tabular">
          {entries === undefined ? (
            list.isPending && <Skeleton width="10rem" height="1.5rem" />
          ) : (
            <Total entries={entries} />
          )}
        </p>
      }
      intro={
        <>
          <p className="public-list-about">{words.about}</p>
          <RoundLine />
        </>
      }
      rows={(entries ?? [])
        .slice(0, shown)
        .map((entry) => (
          <PublicEntry
            key={entry.id}
            entry={entry}
            name={names.get(entry.walletAddress)}
            isOwn={entry.walletAddress === ownAddress}
          />
        ))}
      foot={
        <div className="row row-ends public-list-foot">
          {entries !== undefined && entries.length > shown && (
            <>
              <Button look="plain" size="sm" onClick={() => setShown(shown + PAGE)}>
                {words.more}
              </Button>
              <p className="public-list-printed">{words.printed(shown)}</p>
            </>
          )}
          {children}
        </div>
      }
    >
      {list.isPending && (
        <Placeholders label={words.loading} count={PAGE} className="ranked-rows">
          {() => <PublicEntrySkeleton />}
        </Placeholders>
      )}
      {list.isError && (
        <Failure
          className="public-list-fault"
          sign="warn"
          words={entries === undefined ? words.failed : words.stale}
          onRetry={() => void list.refetch()}
        />
      )}
      {entries?.length === 0 && (
        <ListNote icon="card" title={words.emptyTitle} help={words.empty} />
      )}
    </RankedList>
  );
}

/** The totals: of the loaded entries when these are all, else from the server. */
function Total({ entries }: { entries: readonly WhitelistEntry[] }) {
  const isCut = !isLastPage(entries);
  const totals = useQuery({ ...whitelistTotalsQuery(GAMES_WHITELIST_STALE), enabled: isCut });
  if (!isCut) {
    const sum = entries.reduce((all, { entryCount }) => all + entryCount, 0);
    return words.total(sum, new Set(entries.map(({ walletAddress }) => walletAddress)).size);
  }
  if (totals.data === undefined)
    return totals.isPending ? <Skeleton width="10rem" height="1.5rem" /> : null;
  const { totalEntries, uniqueWallets, registrations } = totals.data;
  return (
    <>
      {words.total(totalEntries, uniqueWallets)}
      <span className="public-list-cut">{words.newest(entries.length, registrations)}</span>
    </>
  );
}
