import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import {
  accountOf,
  addressOf,
  TestWallet,
  testConnection,
  testStorage,
} from '#tests/support/test-wallet.ts';
import { userOf } from '#tests/support/user.ts';
import { urlLoader } from '#web/api/call.ts';
import { serverState } from '#web/api/server-state.ts';
import { nftsQuery } from '#web/cards/queries.ts';
import { userQuery } from '#web/collectors/queries.ts';
import { loadState } from '#web/frame/use-collector.ts';
import { groupsOwner } from '#web/groups/saving/owner.ts';
import { clockCorrection, heardDate } from '#web/ui/clock.ts';
import { RESTORE_GRACE } from '#web/wallet/restore.ts';
import { followConnection } from './after-connect.ts';

const ADDRESS = addressOf('a') as Address;

interface Server {
  user?: Partial<User>;
  total?: number;
  /** Calls that fail, by the beginning of `METHOD path`. */
  failing?: string[];
  /** The server cannot read the chain. */
  isChainAway?: boolean;
  /** Reading the chain takes until then. */
  reads?: Promise<void>;
  /** The first list of cards, asked for before the chain was read, arrives only then. */
  firstList?: Promise<void>;
}

function setUp(
  { user: more, total = 12, failing = [], isChainAway = false, reads, firstList }: Server = {},
  isMobile = false,
  pageStorage = testStorage(),
) {
  vi.stubGlobal('localStorage', pageStorage);
  const calls: string[] = [];
  /** Bodies of the call that creates the collector. */
  const created: unknown[] = [];
  let isRead = false;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path}`;
    calls.push(call);
    if (call === 'POST /api/user') created.push(JSON.parse(String(init.body)));
    if (failing.some((start) => call.startsWith(start))) return new Response('', { status: 503 });
    if (path.startsWith('/api/nfts/sync')) await reads;
    if (path.startsWith('/api/nfts/sync') && isChainAway) {
      return Response.json({ error: 'Away.', reason: 'chain-unreachable' }, { status: 503 });
    }
    if (path.startsWith('/api/nfts/sync')) {
      isRead = true;
      return Response.json({ totalNfts: total });
    }
    if (path.startsWith('/api/nfts')) {
      const list = isRead ? [{ id: 'as read', name: 'Card' }] : [];
      if (!isRead) await firstList;
      return Response.json(list);
    }
    return Response.json(userOf(ADDRESS, more));
  });
  const wallet = new TestWallet({ isTrusting: true });
  const kept = { wallet_connected: 'true', wallet_address: ADDRESS };
  const { connection } = testConnection([wallet], kept);
  const queries = new QueryClient({
    defaultOptions: { queries: { queryFn: urlLoader(), retry: false } },
  });
  const told: string[] = [];
  const endSession = vi.fn(async () => true);
  followConnection({
    connection,
    queries,
    endSession,
    toast: ({ title, description }) => told.push(`${title}: ${description}`),
    isMobile,
  });
  return { connection, wallet, queries, told, calls, created, endSession, pageStorage };
}

const settled = () =>
  vi.waitFor(() => expect(['known', 'failed']).toContain(loadState.get()?.phase));

/** A page whose wallet is connected, and all that follows from it done. */
async function connected(server: Server = {}, isMobile = false) {
  const page = setUp(server, isMobile);
  await page.connection.connect();
  await settled();
  return page;
}

afterEach(() => {
  loadState.set(null);
  clockCorrection.set(0);
  vi.unstubAllGlobals();
});

describe('what follows a change of the connection', () => {
  it('connecting creates the user, reads the chain, then loads the user again', {
    tags: ['wallet-11', 'wallet-12', 'calls-4'],
  }, async () => {
    const { told, calls, created } = await connected();
    expect(created).toEqual([{ walletAddress: ADDRESS, username: 'User_aaaa', nftCount: 0 }]);
    expect(calls.filter((call) => call.includes('/api/user') || call.includes('sync'))).toEqual([
      'POST /api/user',
      `POST /api/nfts/sync/${ADDRESS}`,
      `GET /api/user/${ADDRESS}`,
    ]);
    expect(told).toEqual([
      'Wallet Connected: Successfully connected and syncing NFT data from blockchain',
      'NFTs Loaded: Found 12 NFTs from the collection',
    ]);
  });

  it('on a phone the words are others; no cards are no news', {
    tags: ['cards-3', 'wallet-12'],
  }, async () => {
    const { told } = await connected({ total: 0 }, true);
    const words = 'Connected! For full features, use desktop browser with Sui wallet extensions';
    expect(told).toEqual([`Wallet Connected: ${words}`]);
  });

  it('a failed sync is told, and what was known before is loaded all the same', {
    tags: 'errors-17',
  }, async () => {
    const { told, queries } = await connected({
      failing: ['POST /api/nfts/sync'],
      user: { isStale: true },
    });
    expect(told.at(-1)).toBe('Connection Error: Connected but failed to sync blockchain data');
    expect(queries.getQueryData(userQuery(ADDRESS).queryKey)).toMatchObject({
      nftCount: 12,
      isStale: true,
    });
  });

  it.each([
    ['with older cards to show it is a warning', '2026-01-01T00:00:00.000Z', 'Sync Warning'],
    ['without any it is an error', null, 'Connection Error'],
  ])(
    'while the chain is away, %s',
    { tags: ['errors-17', 'errors-18'] },
    async (_, syncedAt, title) => {
      const { told } = await connected({ isChainAway: true, user: { syncedAt, isStale: true } });
      expect(told.at(-1)).toMatch(new RegExp(`^${title}: `));
    },
  );

  it('a user that cannot be created is a connection error and nothing else', async () => {
    const { connection, told } = await connected({ failing: ['POST /api/user'] });
    expect(told).toEqual([expect.stringMatching(/^Connection Error: /)]);
    expect(connection.get().status).toBe('connected');
  });

  it('is loaded when the server answers again, without a word', { tags: 'pages-61' }, async () => {
    const failing = ['POST /api/user'];
    const { connection, told } = setUp({ failing });
    await connection.restore();
    await vi.waitFor(() => expect(loadState.get()?.phase).toBe('failed'));
    failing.length = 0;
    serverState.set('busy');
    serverState.set('here');
    await vi.waitFor(() => expect(loadState.get()?.phase).toBe('known'));
    expect(told).toEqual([]);
  });

  it.each(['GET /api/nfts?', 'GET /api/user/'])(
    'synced but not readable is a warning: %s',
    { tags: 'errors-18' },
    async (failing) => {
      const { told } = await connected({ failing: [failing] });
      const words = "Connected but couldn't fetch NFT data from blockchain";
      expect(told.at(-1)).toBe(`Sync Warning: ${words}`);
    },
  );

  it('a reload says nothing, and reads the chain only when the last reading is old', async () => {
    const recent = setUp();
    await recent.connection.restore();
    await settled();
    expect(recent.told).toEqual([]);
    expect(recent.calls).toEqual(['POST /api/user']);

    loadState.set(null);
    const old = setUp({ user: { syncedAt: '2020-01-01T00:00:00.000Z' } });
    await old.connection.restore();
    await settled();
    expect(old.told).toEqual([]);
    expect(old.calls).toContain(`POST /api/nfts/sync/${ADDRESS}`);
  });

  it('how old a reading is goes by the clock of the server, not by one of the device that is behind', async () => {
    const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    heardDate(ahead(2).toUTCString());
    const { connection, calls } = setUp({ user: { syncedAt: ahead(1).toISOString() } });
    await connection.restore();
    await settled();
    expect(calls).toContain(`POST /api/nfts/sync/${ADDRESS}`);
  });

  it('switching the account forgets the old one, ends its session and says so', {
    tags: 'wallet-17',
  }, async () => {
    const { wallet, queries, told, endSession } = await connected();
    loadState.set(null);
    wallet.show(accountOf('b'));
    expect(groupsOwner.get()).toBe(addressOf('b'));
    await settled();
    expect(endSession).toHaveBeenCalledExactlyOnceWith(ADDRESS);
    expect(queries.getQueryData(userQuery(ADDRESS).queryKey)).toBeUndefined();
    const words = 'You were signed out of 0xaaaa...aaaa. This page now shows 0xbbbb...bbbb.';
    expect(told[2]).toBe(`Account Switched: ${words}`);
  });

  it('disconnecting forgets the collector and their cards', { tags: 'wallet-16' }, async () => {
    const { connection, queries, told, endSession } = await connected();
    expect(groupsOwner.get()).toBe(ADDRESS);
    await connection.disconnect();
    expect(groupsOwner.get()).toBeNull();
    expect(loadState.get()).toBeNull();
    expect(queries.getQueryData(userQuery(ADDRESS).queryKey)).toBeUndefined();
    expect(queries.getQueryData(nftsQuery(ADDRESS).queryKey)).toBeUndefined();
    // Whoever pressed the button says what came of it.
    expect(told.join()).not.toContain('Wallet Disconnected');
    expect(endSession).toHaveBeenCalledOnce();
  });

  it('a session that cannot be ended while the server is away is ended when it answers again', {
    tags: 'wallet-16',
  }, async () => {
    const { connection, endSession } = await connected();
    endSession.mockRejectedValueOnce(new Error('no answer'));
    await connection.disconnect();
    serverState.set('silent');
    serverState.set('here');
    await vi.waitFor(() => expect(endSession.mock.calls).toEqual([[ADDRESS], [ADDRESS]]));
    serverState.set('busy');
    serverState.set('here');
    expect(endSession).toHaveBeenCalledTimes(2);
  });

  it('a session that cannot be ended before the page is closed is ended by the next one, unless its wallet is back', {
    tags: 'wallet-16',
  }, async () => {
    const page = await connected();
    page.endSession.mockRejectedValue(new Error('no answer'));
    await page.connection.disconnect();
    await vi.waitFor(() => expect(page.endSession).toHaveBeenCalledOnce());

    const next = setUp({}, false, page.pageStorage);
    expect(next.endSession).toHaveBeenCalledExactlyOnceWith(ADDRESS);
    await vi.waitFor(() =>
      expect(setUp({}, false, page.pageStorage).endSession).not.toHaveBeenCalled(),
    );

    await page.connection.connect();
    await page.connection.disconnect();
    await page.connection.connect();
    expect(setUp({}, false, page.pageStorage).endSession).not.toHaveBeenCalled();
  });

  it('of two wallets that disconnect while the server is away both are signed out', async () => {
    const { connection, wallet, endSession } = await connected();
    endSession.mockRejectedValue(new Error('no answer'));
    wallet.show(accountOf('b'));
    await connection.disconnect();
    endSession.mockClear();
    serverState.set('silent');
    serverState.set('here');
    expect(endSession.mock.calls).toEqual([[ADDRESS], [addressOf('b')]]);
  });

  it('a wallet that has another account when the page comes back ends the session of the first', {
    tags: ['wallet-15', 'wallet-17'],
  }, async () => {
    const { connection, wallet, told, endSession } = setUp();
    wallet.holds = [accountOf('b')];
    vi.useFakeTimers();
    const restored = connection.restore();
    await vi.advanceTimersByTimeAsync(RESTORE_GRACE);
    vi.useRealTimers();
    await restored;
    expect(endSession).toHaveBeenCalledExactlyOnceWith(ADDRESS);
    expect(told).toEqual([]);
  });

  it('who disconnects while the chain is being read hears nothing more of it', async () => {
    const reading = Promise.withResolvers<void>();
    const { connection, told, calls } = setUp({ reads: reading.promise });
    await connection.connect();
    await vi.waitFor(() => expect(loadState.get()?.phase).toBe('reading'));
    await connection.disconnect();
    reading.resolve();
    await new Promise((done) => setTimeout(done, 20));
    expect(told).toEqual([expect.stringMatching(/^Wallet Connected: /)]);
    expect(calls).not.toContain(`GET /api/user/${ADDRESS}`);
  });

  it('a list of cards asked for before the chain was read is not taken for the one after it', async () => {
    const chain = Promise.withResolvers<void>();
    const list = Promise.withResolvers<void>();
    const { connection, queries } = setUp({ reads: chain.promise, firstList: list.promise });
    await connection.connect();
    // A page shows the cards of the wallet and asks for them at once.
    void queries.fetchQuery(nftsQuery(ADDRESS)).catch(() => {});
    chain.resolve();
    setTimeout(list.resolve, 20);
    await settled();
    expect(queries.getQueryData(nftsQuery(ADDRESS).queryKey)).toEqual([
      { id: 'as read', name: 'Card' },
    ]);
  });
});
