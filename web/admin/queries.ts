/** Queries of the admin page, and the re-check that only the admin may start (W3, W5). */
import {
  CancelledError,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { WhitelistEntry, WhitelistRecheck, WhitelistTotals } from '#contract/whitelist.ts';
import { GATE_MAX_AGE_SECONDS } from '#rules/cards.ts';
import { isLastPage } from '#rules/whitelist.ts';
import { call, kept, readQuery } from '#web/api/call.ts';
import { withSession } from '#web/api/session-gate.ts';
import { ADMIN_WHITELIST_STALE, whitelistTotalsQuery } from '#web/whitelist/queries.ts';
import { createTimeSlice } from './export-file.ts';

/** Poll interval while a re-check runs, in ms. */
const PROGRESS_POLL_MS = 1_500;

export const totalsQuery = whitelistTotalsQuery(ADMIN_WHITELIST_STALE);

export const recheckQuery = queryOptions({
  ...readQuery('GET /api/booster-pack/whitelist/recheck'),
  ...kept(0),
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS_POLL_MS : false),
});

/**
 * The totals, asked again until they contain a finished re-check: the totals of a long list are expensive, so the
 * server may return the last ones for some seconds.
 */
export function totalsAfter(recheck: WhitelistRecheck | undefined) {
  return queryOptions({
    ...totalsQuery,
    refetchInterval: ({ state }) => (isMissing(recheck, state.data) ? PROGRESS_POLL_MS : false),
  });
}

/** Whether the totals are from before this re-check. Unknown if it left registrations unchecked. */
export function isMissing(
  recheck: WhitelistRecheck | undefined,
  totals: WhitelistTotals | undefined,
): boolean {
  if (recheck?.state !== 'finished' || recheck.unreachable > 0) return false;
  if (recheck.requestedAt === null || !totals?.oldestCheckAt) return false;
  const checkedSince = Date.parse(recheck.requestedAt) - GATE_MAX_AGE_SECONDS * 1_000;
  return Date.parse(totals.oldestCheckAt) < checkedSince;
}

/**
 * @param isHeldOnly only those that still hold their cards
 * @param find what is looked for; null for the whole list
 * @param before id of the last registration of the page before; null for the first page
 */
export function pageQuery(isHeldOnly: boolean, find: string | null, before: string | null) {
  const query = {
    find: find ?? undefined,
    before: before ?? undefined,
    held: isHeldOnly ? ('true' as const) : undefined,
  };
  return queryOptions({
    ...readQuery('GET /api/booster-pack/whitelist', { query }),
    ...kept(ADMIN_WHITELIST_STALE),
  });
}

type Page = readonly WhitelistEntry[];

/** Asked for again when `readAgain` took it away on its way: who waits would else wait for ever, or fail. */
function readPage(queries: QueryClient, ...page: Parameters<typeof pageQuery>): Promise<Page> {
  return queries.fetchQuery(pageQuery(...page)).catch((error) => {
    if (error instanceof CancelledError) return readPage(queries, ...page);
    throw error;
  });
}

/** Cursor of the next page; undefined after the last page. */
function endOf(page: Page): string | undefined {
  return isLastPage(page) ? undefined : page.at(-1)?.id;
}

const MOST_AT_ONCE = 32;

interface PageParam {
  readonly before: string | null;
  readonly pages: number;
}

/**
 * The list, loaded while it is scrolled. Each batch has twice as many pages as the one before: rendering
 * after each of a thousand pages would take longer than loading them.
 */
export function listQuery(isHeldOnly: boolean, find: string | null = null) {
  return infiniteQueryOptions({
    queryKey: ['whitelist', isHeldOnly, find],
    async queryFn({ client, pageParam, signal }) {
      const entries: WhitelistEntry[] = [];
      let before: string | null | undefined = pageParam.before;
      for (let read = 0; read < pageParam.pages && before !== undefined; read += 1) {
        const page: Page = await readPage(client, isHeldOnly, find, before);
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
    // Comparing 100,000 entries with the old ones takes longer than rendering the visible ones.
    structuralSharing: false,
  });
}

/**
 * All registrations; cached pages younger than a minute are not loaded again.
 * @param onRead called with the number loaded so far
 */
export async function readWhole(
  queries: QueryClient,
  isHeldOnly: boolean,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<WhitelistEntry[]> {
  const all: WhitelistEntry[] = [];
  // Cached pages resolve at once, without giving the browser time to render.
  const pauseIfDue = createTimeSlice(signal);
  for (let before: string | null | undefined = null; before !== undefined; ) {
    const page: Page = await readPage(queries, isHeldOnly, null, before);
    signal.throwIfAborted();
    all.push(...page);
    onRead(all.length);
    before = endOf(page);
    await pauseIfDue();
  }
  signal.throwIfAborted();
  return all;
}

/** Reloads everything on the page, whatever its age; what is on its way is older, too. */
export async function readAgain(queries: QueryClient): Promise<void> {
  const [list] = pageQuery(false, null, null).queryKey;
  const [lists] = listQuery(false).queryKey;
  const all = {
    predicate: ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
      first === lists || String(first).startsWith(String(list)),
  };
  await queries.cancelQueries(all);
  await queries.invalidateQueries(all);
}

export function askForRecheck(): Promise<WhitelistRecheck> {
  return withSession(() => call('POST /api/booster-pack/whitelist/recheck'));
}
