import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { parseSearch } from '#rules/whitelist-search.ts';
import { Button } from '#web/ui/Button.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { ChosenBar } from './ChosenBar.tsx';
import { EntryRows } from './EntryRows.tsx';
import { listQuery, readAgain, totalsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useChosen } from './use-chosen.ts';
import './entry-list.css';

const WAITING = 6;
/** A pause in typing that starts the search, in ms. */
const TYPING_PAUSE_MS = 250;

export function EntryList({ isHeldOnly }: { isHeldOnly: boolean }) {
  const queries = useQueryClient();
  const { data: totals } = useQuery(totalsQuery);
  const { text, setText, find, isTooLittle } = useSearch();
  const list = useInfiniteQuery(listQuery(isHeldOnly, find));
  const { data, fetchNextPage } = list;
  const entries = useMemo(() => data?.pages.flatMap(({ entries }) => entries) ?? [], [data]);
  const isComplete = data !== undefined && !list.hasNextPage;
  const hasNothing = data === undefined && list.isError;
  const readMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  // The height of the whole list from the start, so that the scroll bar is right.
  const listed = (isHeldOnly ? totals?.heldRegistrations : totals?.registrations) ?? 0;
  const all = find === null ? listed : 0;
  const unread = isComplete ? 0 : Math.max(WAITING, all - entries.length);
  const count = entries.length + unread;
  const isEmpty = isComplete && entries.length === 0;
  /** There are registrations, but none still holds its cards. */
  const isLapsed = isHeldOnly && totals?.registrations !== 0;
  const words = texts.list;
  const [none, noneText] =
    find !== null
      ? [words.noneFound, words.noneFoundText(find)]
      : isLapsed
        ? [words.noneHeld, words.noneHeldText]
        : [words.none, words.noneText];
  const selection = useChosen({ entries, isComplete, isFound: find !== null, isHeldOnly });

  return (
    <section className="entry-list" aria-labelledby="entry-list-title">
      <div className="row entry-list-top">
        <h2 id="entry-list-title" className="display text-heading">
          {words.title}
        </h2>
        <p role="status" className="entry-list-count tabular">
          {list.isPending ? (
            <span className="visually-hidden">{words.loading}</span>
          ) : (
            !hasNothing &&
            !isEmpty &&
            (find === null
              ? words.shown(entries.length, count, isHeldOnly)
              : words.found(entries.length, isComplete, isHeldOnly))
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
      <search className="entry-list-search">
        <SearchField
          value={text}
          label={words.search}
          placeholder={words.searchHint}
          onSearch={setText}
        />
        {find !== null && isComplete && !isEmpty && (
          <Button size="sm" onClick={selection.chooseAll}>
            {words.chooseAll(entries.length)}
          </Button>
        )}
        <p role="status" className="entry-list-hint">
          {isTooLittle && words.tooLittle}
        </p>
      </search>
      {selection.valid.length > 0 && (
        <ChosenBar chosen={selection.valid} onClear={selection.clear} />
      )}
      {(hasNothing || list.isRefetchError) && (
        <Failure
          words={hasNothing ? words.failed : words.stale}
          onRetry={() => readAgain(queries)}
        />
      )}
      {hasNothing ? null : isEmpty ? (
        <div className="entry-list-none">
          <p className="display text-heading">{none}</p>
          <p className="text-dim">{noneText}</p>
        </div>
      ) : (
        <EntryRows
          key={find}
          entries={entries}
          count={count}
          isPending={list.isPending}
          chosen={selection.chosen}
          onChoose={selection.choose}
          canRead={!list.isFetching && !list.isFetchNextPageError}
          onReach={readMore}
        />
      )}
      {list.isFetchNextPageError && <Failure words={words.moreFailed} onRetry={readMore} />}
    </section>
  );
}

function useSearch() {
  const [text, setText] = useState('');
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = settled.trim();
  const isEnough = parseSearch(wanted) !== null;
  return {
    text,
    setText,
    /** What is searched for; null for the whole list. */
    find: isEnough ? wanted : null,
    isTooLittle: wanted !== '' && !isEnough,
  };
}
