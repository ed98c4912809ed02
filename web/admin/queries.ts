/** What the admin page reads, and what only the admin may ask for (W3, W5). */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { WhitelistEntry, WhitelistRecheck } from '#contract/whitelist.ts';
import { WHITELIST_PAGE } from '#rules/whitelist.ts';
import { call } from '#web/api/call.ts';
import { reading } from '#web/api/reading.ts';
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
  return queryOptions({ ...reading(LIST, { query }), staleTime: ADMIN_WHITELIST_STALE });
}

export const totalsQuery = whitelistTotalsQuery(ADMIN_WHITELIST_STALE);

export const recheckQuery = queryOptions({
  ...reading('GET /api/booster-pack/whitelist/recheck'),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? PROGRESS_EVERY : false),
});

/** The page behind a registration. */
function olderQuery(before: string, isHeldOnly: boolean) {
  const query = isHeldOnly ? ({ before, held: 'true' } as const) : { before };
  return queryOptions({ ...reading(LIST, { query }), staleTime: ADMIN_WHITELIST_STALE });
}

export type Page = readonly WhitelistEntry[];

/** A page that is not full is the last one. */
export function isLastPage(page: Page): boolean {
  return page.length < WHITELIST_PAGE;
}

export function readOlder(
  queries: QueryClient,
  before: string,
  isHeldOnly: boolean,
): Promise<Page> {
  return queries.fetchQuery(olderQuery(before, isHeldOnly));
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
  let page: Page = await queries.fetchQuery(firstPageQuery(isHeldOnly));
  const all = [...page];
  // Pages that were read before come at once, one after the other.
  const breathe = breathing(signal);
  for (let last = all.at(-1); !isLastPage(page) && last !== undefined; last = all.at(-1)) {
    signal.throwIfAborted();
    onRead(all.length);
    page = await readOlder(queries, last.id, isHeldOnly);
    all.push(...page);
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
  await Promise.all([
    queries.invalidateQueries({ queryKey: firstPageQuery(false).queryKey }),
    queries.invalidateQueries({ queryKey: firstPageQuery(true).queryKey }),
    queries.invalidateQueries({ queryKey: totalsQuery.queryKey }),
  ]);
}

export function askForRecheck(): Promise<WhitelistRecheck> {
  return withSession(() => call('POST /api/booster-pack/whitelist/recheck'));
}
