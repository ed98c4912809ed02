import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { Button } from '#web/ui/Button.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toasts.ts';
import { listQuery, readAgain, totalsQuery } from './queries.ts';
import { EntryRows } from './EntryRows.tsx';
import { texts } from './texts.ts';
import './entry-list.css';

interface ChosenBarProps {
  chosen: ReadonlyMap<string, WhitelistEntry>;
  onClear: () => void;
}

/** What can be done with the selected registrations. */
function ChosenBar({ chosen, onClear }: ChosenBarProps) {
  const words = texts.list;
  const copy = () => {
    const addresses = new Set([...chosen.values()].map(({ walletAddress }) => walletAddress));
    const { done, doneText, failed, failedText } = texts.acts.copy;
    navigator.clipboard.writeText([...addresses].join('\n')).then(
      () => toast({ title: done, description: doneText(addresses.size) }),
      () => toast({ title: failed, description: failedText, isDestructive: true }),
    );
  };
  return (
    <div className="entry-list-chosen">
      <p role="status" className="tabular">
        {words.chosen(chosen.size)}
      </p>
      <Button size="sm" onClick={copy}>
        <Icon name="copy" size="1rem" />
        {words.copyChosen}
      </Button>
      <Button look="plain" size="sm" onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}

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
  const [chosen, setChosen] = useState<ReadonlyMap<string, WhitelistEntry>>(new Map());
  const choose = useCallback((entry: WhitelistEntry, isChosen: boolean) => {
    setChosen((before) => {
      const after = new Map(before);
      if (isChosen) after.set(entry.id, entry);
      else after.delete(entry.id);
      return after;
    });
  }, []);

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
      {chosen.size > 0 && <ChosenBar chosen={chosen} onClear={() => setChosen(new Map())} />}
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
          chosen={chosen}
          onChoose={choose}
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
