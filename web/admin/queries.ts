/** What the admin page reads, and what only the admin may ask for (W3, W5). */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { WhitelistEntry, WhitelistRecheck } from '#contract/whitelist.ts';
import { WHITELIST_PAGE } from '#rules/whitelist.ts';
import { call, kept, reading } from '#web/api/call.ts';
import { withSession } from '#web/api/session-gate.ts';
import {
  ADMIN_WHITELIST_STALE,
  whitelistQuery,
  whitelistTotalsQuery,
} from '#web/whitelist/queries.ts';
import { breathing } from './breathing.ts';

/** While a re-check runs its progress is read at this pace, in ms. */
const PROGRESS_EVERY = 1_500;

const LIST = 'GET /api/booster-pack/whitelist';

/** @param isHeldOnly only those that still hold their cards */
export function firstPageQuery(isHeldOnly: boolean) {
  if (!isHeldOnly) return whitelistQuery(ADMIN_WHITELIST_STALE);
  const query = { held: 'true' } as const;
  return queryOptions({ ...reading(LIST, { query }), ...kept(ADMIN_WHITELIST_STALE) });
}

export const totalsQuery = whitelistTotalsQuery(ADMIN_WHITELIST_STALE);

export const recheckQuery = queryOptions({
  ...reading('GET /api/booster-pack/whitelist/recheck'),
  ...kept(0),
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS_EVERY : false),
});

/** The page behind a registration. */
function olderQuery(before: string, isHeldOnly: boolean) {
  const query = isHeldOnly ? ({ before, held: 'true' } as const) : { before };
  return queryOptions({ ...reading(LIST, { query }), ...kept(ADMIN_WHITELIST_STALE) });
}

type Page = readonly WhitelistEntry[];

/** One page: the first, or the one behind a registration. One that was just read is not read again. */
function readPage(queries: QueryClient, before: string | null, isHeldOnly: boolean): Promise<Page> {
  return before === null
    ? queries.fetchQuery(firstPageQuery(isHeldOnly))
    : queries.fetchQuery(olderQuery(before, isHeldOnly));
}

/** Where the next page begins; undefined after the last, which is not full. */
function endOf(page: Page): string | undefined {
  return page.length < WHITELIST_PAGE ? undefined : page.at(-1)?.id;
}

/** Most pages that are read before the list is drawn again. */
const MOST_AT_ONCE = 32;

interface PageParam {
  readonly before: string | null;
  /** How many pages are read together. */
  readonly pages: number;
}

/**
 * The list as it is read down. Each batch of pages is twice as long as the one before:
 * drawing the list after each of a thousand pages would take longer than reading them.
 */
export function listQuery(isHeldOnly: boolean) {
  return infiniteQueryOptions({
    queryKey: ['whitelist', isHeldOnly],
    async queryFn({ client, pageParam, signal }) {
      const entries: WhitelistEntry[] = [];
      let before: string | null | undefined = pageParam.before;
      for (let read = 0; read < pageParam.pages && before !== undefined; read += 1) {
        const page: Page = await readPage(client, before, isHeldOnly);
        signal.throwIfAborted();
        entries.push(...page);
        before = endOf(page);
      }
      return { entries, before };
    },
    initialPageParam: { before: null, pages: 1 } as PageParam,
    getNextPageParam: ({ before }, batches): PageParam | undefined =>
      before === undefined
        ? undefined
        : { before, pages: Math.min(2 ** (batches.length - 1), MOST_AT_ONCE) },
    ...kept(ADMIN_WHITELIST_STALE),
    // Of a hundred thousand, comparing each with what it was takes longer than drawing those in sight.
    structuralSharing: false,
  });
}

/**
 * Every registration, none of it older than a minute: pages that were just read are not read again.
 * @param onRead told how many are there so far
 */
export async function readWhole(
  queries: QueryClient,
  isHeldOnly: boolean,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<WhitelistEntry[]> {
  const all: WhitelistEntry[] = [];
  // Pages that were read before come at once, one after the other.
  const breathe = breathing(signal);
  for (let before: string | null | undefined = null; before !== undefined; ) {
    const page: Page = await readPage(queries, before, isHeldOnly);
    signal.throwIfAborted();
    all.push(...page);
    onRead(all.length);
    before = endOf(page);
    await breathe();
  }
  signal.throwIfAborted();
  return all;
}

/** Everything on the page is read again, whatever its age. */
export async function readAgain(queries: QueryClient): Promise<void> {
  const [list] = firstPageQuery(false).queryKey;
  const isOlderPage = ([url]: readonly unknown[]) =>
    String(url).startsWith(`${String(list)}?`) && String(url).includes('before=');
  queries.removeQueries({ predicate: ({ queryKey }) => isOlderPage(queryKey) });
  for (const isHeldOnly of [false, true]) {
    void queries.invalidateQueries({ queryKey: firstPageQuery(isHeldOnly).queryKey });
  }
  await Promise.all([
    queries.invalidateQueries({ queryKey: listQuery(false).queryKey.slice(0, 1) }),
    queries.invalidateQueries({ queryKey: totalsQuery.queryKey }),
  ]);
}

export function askForRecheck(): Promise<WhitelistRecheck> {
  return withSession(() => call('POST /api/booster-pack/whitelist/recheck'));
}
