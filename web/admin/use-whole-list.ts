import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useStore } from '#web/ui/external-store.ts';
import { createListReader } from './list-reader.ts';
import { firstPageQuery, isLastPage, readOlder } from './queries.ts';

/**
 * The whitelist for a list that is scrolled: what has been read of it, and the way to more.
 * @param isHeldOnly only those that still hold their cards
 */
export function useWholeList(isHeldOnly: boolean) {
  const queries = useQueryClient();
  const first = useQuery(firstPageQuery(isHeldOnly));
  const reader = useMemo(
    () => createListReader((before) => readOlder(queries, before, isHeldOnly), isLastPage),
    [queries, isHeldOnly],
  );
  const reading = useStore(reader.state);

  // Also when it came back the same: what lies behind it may not have.
  const { data, dataUpdatedAt } = first;
  useEffect(() => {
    if (data !== undefined && dataUpdatedAt > 0) void reader.begin(data);
  }, [reader, data, dataUpdatedAt]);

  return {
    ...reading,
    /** Until the first page is there. */
    isPending: data === undefined && !first.isError,
    hasNothing: data === undefined && first.isError,
    isRefreshing: first.isFetching,
    readMore: reader.readMore,
  };
}
