import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { listQuery, readAgain, totalsQuery } from './queries.ts';
import { EntryRows } from './EntryRows.tsx';
import { texts } from './texts.ts';
import './entry-list.css';

/** Placeholder rows while the list loads. */
const WAITING = 6;

/** The registrations, newest first, or a note why there are none. */
export function EntryList({ isHeldOnly }: { isHeldOnly: boolean }) {
  const queries = useQueryClient();
  const { data: totals } = useQuery(totalsQuery);
  const list = useInfiniteQuery(listQuery(isHeldOnly));
  const { data, fetchNextPage } = list;
  const entries = useMemo(() => data?.pages.flatMap(({ entries }) => entries) ?? [], [data]);
  const isComplete = data !== undefined && !list.hasNextPage;
  const hasNothing = data === undefined && list.isError;
  const readMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  // The height of the whole list from the start, so that the scroll bar is right.
  const all = (isHeldOnly ? totals?.heldRegistrations : totals?.registrations) ?? 0;
  const behind = isComplete ? 0 : Math.max(WAITING, all - entries.length);
  const count = entries.length + behind;
  const isEmpty = isComplete && entries.length === 0;
  /** There are registrations, but none still holds its cards. */
  const isLapsed = isHeldOnly && totals?.registrations !== 0;
  const words = texts.list;

  return (
    <section className="entry-list" aria-labelledby="entry-list-title">
      <div className="entry-list-top">
        <h2 id="entry-list-title" className="display text-heading">
          {words.title}
        </h2>
        <p role="status" className="entry-list-count tabular">
          {list.isPending ? (
            <span className="visually-hidden">{words.loading}</span>
          ) : (
            !hasNothing && !isEmpty && words.shown(entries.length, count, isHeldOnly)
          )}
        </p>
        <Button
          look="plain"
          isIcon
          aria-label={words.refresh}
          disabled={list.isFetching && !list.isFetchingNextPage}
          onClick={() => readAgain(queries)}
        >
          <Icon name="refresh" />
        </Button>
      </div>
      {hasNothing ? (
        <Failure words={words.failed} retry={words.retry} onRetry={() => readAgain(queries)} />
      ) : isEmpty ? (
        <div className="entry-list-none">
          <p className="display text-heading">{isLapsed ? words.noneHeld : words.none}</p>
          <p className="text-dim">{isLapsed ? words.noneHeldText : words.noneText}</p>
        </div>
      ) : (
        <EntryRows
          entries={entries}
          count={count}
          isPending={list.isPending}
          canRead={!list.isFetching && !list.isFetchNextPageError}
          onReach={readMore}
        />
      )}
      {list.isFetchNextPageError && (
        <Failure words={words.moreFailed} retry={words.retry} onRetry={readMore} />
      )}
    </section>
  );
}
