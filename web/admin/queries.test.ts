import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WhitelistRecheck, WhitelistTotals } from '#contract/whitelist.ts';
import { WHITELIST_PAGE, WHITELIST_PAGE_ENTRIES } from '#rules/whitelist.ts';
import { urlLoader } from '#web/api/call.ts';
import { isMissing, listQuery, readAgain, readWhole } from './queries.ts';

/** A server with the registrations `count`, ..., 2, 1, at most so many in an answer. */
let count = 0;
let most = WHITELIST_PAGE;
let entriesEach = 1;
let isDown = false;
let asked: (string | null)[] = [];

beforeEach(() => {
  [count, isDown, asked] = [2 * WHITELIST_PAGE + 5, false, []];
  [most, entriesEach] = [WHITELIST_PAGE, 1];
  vi.stubGlobal('fetch', async (path: string) => {
    const before = new URL(path, 'http://page').searchParams.get('before');
    asked.push(before);
    if (isDown) return new Response('', { status: 503 });
    const newest = before === null ? count : Number(before) - 1;
    const length = Math.min(most, newest);
    return Response.json(
      Array.from({ length }, (_, index) => ({
        id: String(newest - index),
        entryCount: entriesEach,
      })),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

const createClient = () =>
  new QueryClient({ defaultOptions: { queries: { queryFn: urlLoader(), retry: false } } });
const never = new AbortController().signal;
const noted = () => {};
const second = String(WHITELIST_PAGE + 6);
const third = '6';

describe('the whitelist on the admin page', () => {
  it('is read whole in pages, each of which is asked for once a minute', async () => {
    const queries = createClient();
    expect(await readWhole(queries, false, noted, never)).toHaveLength(count);
    await readWhole(queries, false, noted, never);
    expect(asked).toEqual([null, second, third]);
  });

  it('is read on behind a page that ended early, for its registrations are large', async () => {
    [count, most, entriesEach] = [3, 2, WHITELIST_PAGE_ENTRIES / 2];
    expect(await readWhole(createClient(), false, noted, never)).toHaveLength(count);
    expect(asked).toEqual([null, '2']);
  });

  it('is read down page by page, and what was read stays when a page does not come', async () => {
    const list = new InfiniteQueryObserver(createClient(), listQuery(false));
    const off = list.subscribe(noted);
    await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
    isDown = true;
    await list.fetchNextPage();
    expect(list.getCurrentResult()).toMatchObject({ isFetchNextPageError: true });
    expect(list.getCurrentResult().data?.pages).toHaveLength(1);
    isDown = false;
    await list.fetchNextPage();
    await list.fetchNextPage();
    expect(list.getCurrentResult()).toMatchObject({ hasNextPage: false });
    expect(asked).toEqual([null, second, second, third]);
    off();
  });

  it('is read to its end in few batches, however long it is', async () => {
    count = 200 * WHITELIST_PAGE;
    const list = new InfiniteQueryObserver(createClient(), listQuery(false));
    const off = list.subscribe(noted);
    await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
    while (list.getCurrentResult().hasNextPage) await list.fetchNextPage();
    const { pages = [] } = list.getCurrentResult().data ?? {};
    expect(pages.flatMap(({ entries }) => entries)).toHaveLength(count);
    expect(pages.length).toBeLessThan(20);
    off();
  });

  it('is read again as deep as it was, whatever its age', async () => {
    const queries = createClient();
    const list = new InfiniteQueryObserver(queries, listQuery(false));
    const off = list.subscribe(noted);
    await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
    await list.fetchNextPage();
    [count, asked] = [count + 1, []];
    await readAgain(queries);
    expect(list.getCurrentResult().data?.pages[0]?.entries[0]?.id).toBe(String(count));
    expect(asked.filter((path) => path !== null)).toEqual([String(WHITELIST_PAGE + 7)]);
    off();
  });

  it('is not read again from an answer that was on its way before', async () => {
    const queries = createClient();
    const list = new InfiniteQueryObserver(queries, listQuery(false));
    const off = list.subscribe(noted);
    await vi.waitFor(() => expect(asked).toEqual([null]));
    count += 1;
    await readAgain(queries);
    expect(list.getCurrentResult().data?.pages[0]?.entries[0]?.id).toBe(String(count));
    off();
  });

  it('is found, and read to its end, though everything is read again meanwhile', async () => {
    const queries = createClient();
    const found = new InfiniteQueryObserver(queries, listQuery(false, 'ace'));
    const off = found.subscribe(noted);
    await readAgain(queries);
    expect(found.getCurrentResult()).toMatchObject({ isSuccess: true, isFetching: false });
    off();

    const { fetch: answer } = globalThis;
    vi.stubGlobal('fetch', (path: string) => {
      const isSecond = path.endsWith(`before=${second}`) && !asked.includes(second);
      if (isSecond) void readAgain(queries);
      return answer(path);
    });
    expect(await readWhole(queries, false, noted, never)).toHaveLength(count);
    expect(asked.filter((before) => before === second)).toHaveLength(2);
  });
});

describe('totals after a re-check', () => {
  const recheck: WhitelistRecheck = {
    state: 'finished',
    requestedAt: '2026-01-01T12:00:00.000Z',
    finishedAt: '2026-01-01T12:05:00.000Z',
    wallets: 4,
    checked: 4,
    unreachable: 0,
  };
  const checkedAt = (oldestCheckAt: string | null) => ({ oldestCheckAt }) as WhitelistTotals;
  const before = checkedAt('2026-01-01T11:40:00.000Z');

  it('are from before it while a registration was last checked more than 60 s before it began', () => {
    expect(isMissing(recheck, before)).toBe(true);
    expect(isMissing(recheck, checkedAt('2026-01-01T11:59:00.000Z'))).toBe(false);
    expect(isMissing(recheck, checkedAt('2026-01-01T12:03:00.000Z'))).toBe(false);
  });

  it('are not waited for without registrations, before its end, or when it left some unchecked', () => {
    expect(isMissing(recheck, checkedAt(null))).toBe(false);
    expect(isMissing({ ...recheck, state: 'running' }, before)).toBe(false);
    expect(isMissing({ ...recheck, unreachable: 1 }, before)).toBe(false);
    expect(isMissing(undefined, before)).toBe(false);
    expect(isMissing(recheck, undefined)).toBe(false);
  });
});
