/**
 * Poll intervals: requests counted while a fake clock runs. Queries and query client are the page's own;
 * only the server is a stand-in.
 */
import {
  environmentManager,
  focusManager,
  onlineManager,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Address } from '#rules/address.ts';
import { pageQuery } from '#web/admin/queries.ts';
import { battleBoardQuery } from '#web/battle/board/queries.ts';
import {
  claimMatch,
  claimQuery,
  createLobby,
  joinLobby,
  leaveLobby,
  leaveMatch,
  lobbiesQuery,
  lobbyQuery,
  matchesQuery,
  matchQuery,
} from '#web/battle/game/queries.ts';
import { nftsQuery } from '#web/cards/queries.ts';
import { leaderboardQuery, statsQuery, usersQuery } from '#web/collectors/queries.ts';
import { queryClient } from '#web/main/query-client.ts';
import { unreadQuery } from '#web/pages/profile/use-read-again.ts';
import { whitelistQuery } from '#web/whitelist/queries.ts';

const WALLET = `0x${'a'.repeat(64)}`;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Without a window the library takes itself for a server and polls nothing.
const isServer = environmentManager.isServer();
beforeAll(() => environmentManager.setIsServer(() => false));
afterAll(() => environmentManager.setIsServer(() => isServer));

let asked: string[] = [];
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  // As the page does: otherwise the client does not notice a focus.
  queryClient.mount();
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json([]);
  });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  queryClient.clear();
  queryClient.unmount();
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Stands for a component that uses this query. */
function mount(query: { queryKey: QueryKey }): void {
  const observer = new QueryObserver(queryClient, query as never);
  stops.push(observer.subscribe(() => {}));
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Numbers of requests at the start, just before the end of the interval, and at its end. */
async function countAround(interval: number): Promise<number[]> {
  const counts: number[] = [];
  await pass(0);
  counts.push(asked.length);
  await pass(interval - 1);
  counts.push(asked.length);
  await pass(1);
  counts.push(asked.length);
  return counts;
}

/** Remembered meanwhile, whatever page one is on: who comes back within this time does not ask again, and after it does. */
async function expectGoodFor(query: { queryKey: QueryKey }, ms: number): Promise<void> {
  mount(query);
  await pass(0);
  for (const stop of stops.splice(0)) stop();
  await pass(ms - 1);
  mount(query);
  await pass(0);
  expect(asked).toHaveLength(1);
  await pass(1);
  mount(query);
  await pass(0);
  expect(asked).toHaveLength(2);
}

it.each([
  ['the stats are', 30, statsQuery],
  ['the collectors leaderboard is', 3_600, leaderboardQuery],
  ['the battle leaderboard is', 60, battleBoardQuery],
  ['lobbies are', 5, lobbiesQuery],
  ['matches are', 2, matchesQuery(WALLET)],
])(
  '%s asked for every %i s',
  { tags: ['boards-9', 'calls-10', 'calls-12', 'calls-13', 'battle-32', 'battle-33'] },
  async (_, seconds, query) => {
    mount(query);
    expect(await countAround(seconds * SECOND)).toEqual([1, 1, 2]);
    await pass(10 * seconds * SECOND);
    expect(asked).toHaveLength(12);
  },
);

it('the hour of the leaderboard counts from its last reading, not from when a page that shows it was opened', {
  tags: 'calls-10',
}, async () => {
  mount(leaderboardQuery);
  await pass(HOUR - MINUTE);
  for (const stop of stops.splice(0)) stop();
  mount(leaderboardQuery);
  expect(await countAround(MINUTE)).toEqual([1, 1, 2]);
});

it.each([
  ['the collectors leaderboard is', 60, leaderboardQuery],
  ['the cards of a wallet are', 5, nftsQuery(WALLET)],
  ['the battle leaderboard is', 0.5, battleBoardQuery],
  ['the whitelist of the games hub is', 5, whitelistQuery],
  ['that of the admin is', 1, pageQuery(false, null, null)],
])(
  '%s good for %s min',
  { tags: ['calls-10', 'calls-13', 'boards-9', 'numbers-1'] },
  (_, minutes, query) => expectGoodFor(query, minutes * MINUTE),
);

it('matches and the match are asked for in a hidden tab too: it shows that somebody is there', {
  tags: 'battle-33',
}, async () => {
  mount(matchesQuery(WALLET));
  mount(matchQuery('m1', WALLET));
  await pass(0);
  focusManager.setFocused(false);
  asked = [];
  await pass(2 * SECOND);
  const query = `walletAddress=${WALLET}`;
  expect(asked.sort()).toEqual([
    ...Array(2).fill(`/api/game/matches/m1?${query}`),
    `/api/game/matches?${query}`,
  ]);
});

/** Calls hang until their time is up; those after `answerAfter` are answered so late. */
function hangCalls() {
  // The time-outs of signals go by the fake clock, too.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), ms);
    return limit.signal;
  });
  let late = Number.POSITIVE_INFINITY;
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    asked.push(path);
    return new Promise((answer, reject) => {
      if (late < MINUTE) setTimeout(() => answer(Response.json([])), late);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  return {
    answerAfter(ms: number) {
      late = ms;
    },
  };
}

it('a poll that hangs is given up in time for the next one', {
  tags: ['battle-31', 'battle-33'],
}, async () => {
  const { answerAfter } = hangCalls();
  const polls = [
    matchesQuery(WALLET),
    matchQuery('m1', WALLET),
    claimQuery('m1'),
    lobbiesQuery,
    lobbyQuery('l1'),
  ];
  for (const poll of polls) mount(poll);
  await pass(0);
  expect(asked).toHaveLength(polls.length);
  answerAfter(0);
  await pass(11 * SECOND);
  for (const { queryKey } of polls) expect(queryClient.getQueryData(queryKey)).toEqual([]);
});

it('where every answer is late, the polls are given the time that it takes', {
  tags: ['battle-31', 'battle-33'],
}, async () => {
  const { answerAfter } = hangCalls();
  const poll = matchQuery('m1', WALLET);
  const hasFailed = () => queryClient.getQueryState(poll.queryKey)?.status === 'error';
  mount(poll);
  answerAfter(7 * SECOND);
  await pass(15 * SECOND);
  expect(queryClient.getQueryData(poll.queryKey)).toEqual([]);
  for (let seen = 0; seen < 30; seen += 1) {
    expect(hasFailed()).toBe(false);
    await pass(SECOND);
  }
});

it.each([
  ['opening a lobby', () => createLobby(WALLET, 'Red room')],
  ['joining one', () => joinLobby('l1', { walletAddress: WALLET })],
  ['a rematch that is offered', () => createLobby(WALLET, 'Rematch', { rematchOf: 'm1' })],
  ['one that is accepted', () => joinLobby('l1', { playerWallet: WALLET })],
  ['one that is declined', () => leaveLobby(WALLET, 'l1')],
  ['leaving', () => leaveMatch(WALLET, 'm1')],
  ['a claim', () => claimMatch(WALLET, 'm1')],
])('%s has failed when nothing is heard for 15 s', { tags: 'battle-42' }, async (_, write) => {
  hangCalls();
  const failed = vi.fn();
  write().catch(failed);
  await pass(15 * SECOND - 1);
  expect(failed).not.toHaveBeenCalled();
  await pass(1);
  expect(failed).toHaveBeenCalledOnce();
});

it('by default nothing is polled, nothing grows stale, and the focus of the window asks for nothing', {
  tags: 'pages-23',
}, async () => {
  mount(usersQuery);
  await pass(24 * HOUR);
  mount(usersQuery);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await pass(0);
  expect(asked).toEqual(['/api/users']);

  // Nor for a query that is stale by its own stale time.
  mount(nftsQuery(WALLET));
  await pass(5 * MINUTE);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await pass(0);
  expect(asked).toHaveLength(2);
});

/** A change that fails, as the page makes them, and how often it was tried. */
function failingChange(message: string) {
  let tries = 0;
  const change = queryClient.getMutationCache().build(queryClient, {
    ...queryClient.getDefaultOptions().mutations,
    mutationFn: async () => {
      tries += 1;
      throw new TypeError(message);
    },
  });
  return { change, tries: () => tries };
}

it('by default neither a query nor a mutation that fails is tried again', {
  tags: 'pages-24',
}, async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response('', { status: 503 });
  });
  mount(usersQuery);
  await pass(HOUR);
  expect(asked).toHaveLength(1);

  const { change, tries } = failingChange('no');
  await change.execute(undefined).catch(() => {});
  await pass(HOUR);
  expect(tries()).toBe(1);
});

it('without a line a call fails at once, and a mutation is not sent later by itself', {
  tags: 'pages-24',
}, async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    throw new TypeError('offline');
  });
  onlineManager.setOnline(false);
  const { change, tries } = failingChange('offline');
  await expect(change.execute(undefined)).rejects.toThrow('offline');
  onlineManager.setOnline(true);
  await pass(HOUR);
  expect(tries()).toBe(1);
});

it('cards that could not be read are read again every 60 s, not while the tab is hidden', {
  tags: 'cards-20',
}, async () => {
  mount(unreadQuery(WALLET as Address, () => fetch('/sync')));
  expect(await countAround(MINUTE)).toEqual([0, 0, 1]);
  focusManager.setFocused(false);
  await pass(5 * MINUTE);
  expect(asked).toHaveLength(1);
  focusManager.setFocused(true);
  await pass(MINUTE);
  expect(asked).toHaveLength(2);
});
