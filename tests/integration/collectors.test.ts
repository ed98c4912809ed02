/** Collectors, their names, the ranking and the totals (I5, N1, N2, H7, S1, S3, S4). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LeaderboardEntry, User, UserSummary } from '#contract/collectors.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { locksAwaited } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { json, type Person, send, startProduct } from '#tests/support/in-process-product.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const product = await forThisFile(startProduct());

const get = async <T>(path: string) => (await send(product, 'GET', path)).body as T;
const board = () => get<LeaderboardEntry[]>('/api/leaderboard');
const sync = (address: Address) => send(product, 'POST', `/api/nfts/sync/${address}`);

const create = (body: object) => send(product, 'POST', '/api/user', json(body));
const rename = ({ address, client }: Person, username: string) =>
  client.call('PATCH /api/user/{address}', { params: { address }, body: { username } });

describe('POST /api/user', () => {
  it('creates a collector with the default label and no name', { tags: 'wallet-11' }, async () => {
    const wallet = canonicalAddress('0xBEEF')!;
    const { status, body } = await create({ walletAddress: '0xBEEF' });
    expect(status).toBe(200);
    expect(body).toEqual({
      walletAddress: wallet,
      username: 'User_beef',
      displayName: null,
      hasLookAlike: false,
      profilePicture: null,
      nftCount: 0,
      syncedAt: null,
      isStale: false,
      createdAt: product.clock.now().toISOString(),
    });
    expect(await get(`/api/user/${wallet}`)).toEqual(body);
    expect(await get(`/api/users/${wallet}`)).toEqual(body);
  });

  it('believes neither the name nor the count it is given, first or later', {
    tags: ['I5', 'I7'],
  }, async () => {
    const claimed = { walletAddress: '0xfade', username: 'Champion', nftCount: 5_000 };
    const first = await create(claimed);
    expect(first.body).toMatchObject({ username: 'User_fade', displayName: null, nftCount: 0 });

    const named = await product.collector('named');
    await rename(named, 'Real Name');
    product.mint(named.address, 2);
    await sync(named.address);
    const again = await create({ ...claimed, walletAddress: named.address });
    expect(again.body).toMatchObject({ username: 'Real Name', nftCount: 2 });
  });

  it('has no board read again: a collector without a name or a card is on none', async () => {
    const changed: string[] = [];
    product.bus.subscribe('collector-changed', ({ wallet }) => void changed.push(wallet));
    await create({ walletAddress: product.person(randomUUID()).address });
    await new Promise(setImmediate);
    expect(changed).toEqual([]);
  });

  it('creates one when asked twenty times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create({ walletAddress: '0x20' })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('a chosen name', () => {
  it('is the same by either call, and in every answer', { tags: 'collectors-2' }, async () => {
    const chooser = await product.collector('chooser');
    const { address, client } = chooser;
    const byUser = await rename(chooser, '  Ａｃｅ  Halloway ');
    expect(byUser).toMatchObject({ username: 'Ace Halloway', displayName: 'Ace Halloway' });
    const byProfile = await client.rename('Queen of Hearts');
    expect(byProfile).toMatchObject({
      username: 'Queen of Hearts',
      displayName: 'Queen of Hearts',
    });
    expect(await get<User>(`/api/user/${address}`)).toEqual(byProfile);
  });

  it.each([
    ['name-empty', '', 'Please enter a display name.'],
    ['name-too-long', 'x'.repeat(51), 'A name has at most 50 characters.'],
    ['name-too-long', 'x'.repeat(5_000), 'A name has at most 50 characters.'],
    ['name-forbidden-characters', 'a\u202eb', undefined],
  ])(
    '%s: it is refused, and nothing is changed',
    { tags: 'collectors-4' },
    async (reason, name, words) => {
      const { address, client } = await product.collector('refused');
      const before = await get(`/api/user/${address}`);
      for (const [method, path, body] of [
        ['PATCH', `/api/user/${address}`, { username: name }],
        ['PATCH', `/api/users/${address}/profile`, { displayName: name }],
      ] as const) {
        const answer = await send(product, method, path, json(body, { cookie: client.cookie! }));
        expect([answer.status, answer.body?.reason]).toEqual([400, reason]);
        if (words !== undefined) expect(answer.body?.error).toBe(words);
      }
      expect(await get(`/api/user/${address}`)).toEqual(before);
    },
  );

  it('needs a collector', async () => {
    const nobody = product.person('nobody');
    await nobody.client.signIn();
    const answer = await nobody.client.exchange('PATCH /api/user/{address}', {
      params: { address: nobody.address },
      body: { username: 'Somebody' },
    });
    expect(answer.status).toBe(404);
  });

  it('of a wallet without a card takes from a share of its network, which a holder does not need', {
    tags: 'collectors-22',
  }, async () => {
    const limited = await product.another({ rateLimitFactor: 0.1 });
    const named = async (name: string, cards: number) => {
      const one = await limited.collector(name);
      product.mint(one.address, cards);
      if (cards > 0) await one.client.sync();
      // Other limits of the network have come back by then.
      await product.clock.advance(60_000);
      return outcomeOf(rename(one, name));
    };
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
      expect(await named(name, 0)).toBe(name === 'Seven' ? '429 too-many-requests' : 'ok');
    }
    expect(await named('Holder', 1)).toBe('ok');
  });
});

describe('a profile picture', () => {
  it('is a card of one’s own, and falls away with it', { tags: 'H7' }, async () => {
    const { address, client } = await product.collector('pictured');
    const stranger = product.person('stranger');
    const [card] = product.mint(address, 2);
    const [foreign] = product.mint(stranger.address, 1);
    await sync(address);
    await sync(stranger.address);
    const choose = (profilePictureCard: string | null) =>
      client.exchange('PATCH /api/users/{walletAddress}/profile', {
        params: { walletAddress: address },
        body: { displayName: 'Pictured', profilePictureCard },
      });

    expect((await choose(foreign!)).body).toMatchObject({ reason: 'picture-not-held' });
    expect((await choose(card!)).body).toMatchObject({
      profilePicture: expect.stringMatching(/^ipfs:\/\//),
    });
    await expect
      .poll(() => get<UserSummary[]>('/api/users'))
      .toContainEqual({
        walletAddress: address,
        displayName: 'Pictured',
        profilePicture: expect.stringMatching(/^ipfs:\/\//),
      });
    // Another name does not touch it.
    await rename({ address, client }, 'Still Pictured');
    expect((await get<User>(`/api/user/${address}`)).profilePicture).not.toBeNull();

    const object = product.ledger.object(card!);
    const sold = { ...object, owner: { kind: 'address' as const, address: stranger.address } };
    product.ledger.commit({ writes: [sold] });
    await product.clock.advance(30_000);
    await sync(address);
    expect((await get<User>(`/api/user/${address}`)).profilePicture).toBeNull();
    expect((await choose(null)).status).toBe(200);
  });
});

describe('a change of the profile', () => {
  it('names any of its fields and leaves the others, and names at least one', {
    tags: 'collectors-12',
  }, async () => {
    const { address, client } = await product.collector('changer');
    const [card] = product.mint(address, 1);
    await sync(address);
    const change = (body: { displayName?: string; profilePictureCard?: string | null }) =>
      client.exchange('PATCH /api/users/{walletAddress}/profile', {
        params: { walletAddress: address },
        body,
      });

    const pictured = { displayName: null, profilePicture: expect.stringMatching(/^ipfs:/) };
    expect((await change({ profilePictureCard: card! })).body).toMatchObject(pictured);
    const named = { ...pictured, displayName: 'Changer' };
    expect((await change({ displayName: 'Changer' })).body).toMatchObject(named);
    const bare = { displayName: 'Changer', profilePicture: null };
    expect((await change({ profilePictureCard: null })).body).toMatchObject(bare);
    expect(await change({})).toMatchObject({
      status: 400,
      body: {
        error: 'That request is not right: it names nothing to change',
      },
    });
    expect(await get<User>(`/api/user/${address}`)).toMatchObject(bare);
  });
});

describe('the ranking', () => {
  const wallet = (n: number) => canonicalAddress(`0x5e${n.toString(16)}`)!;

  /**
   * Stored as if each had been synced, the later ones having reached their count later. Their wallets
   * come the other way round, so that nothing but the time can put them in this order.
   */
  async function store(rows: { name: string | null; count: number }[]): Promise<void> {
    await product.sql`TRUNCATE collectors CASCADE`;
    const start = product.clock.now().getTime();
    await product.sql`INSERT INTO collectors ${product.sql(
      rows.map(({ name, count }, index) => {
        const at = new Date(start + index);
        const times = { count_reached_at: at, synced_at: at, seen_at: at, created_at: at };
        return { wallet: wallet(0xfff - index), name, nft_count: count, ...times };
      }),
    )}`;
    product.bus.publish('collector-changed', { wallet: wallet(0) });
    await new Promise(setImmediate);
  }

  // A board may be half a second behind: see server/jobs/snapshot.ts.
  it('hides whoever chose no name, and then ranks with shared ranks', {
    tags: ['S1', 'boards-2'],
  }, async () => {
    await store([
      { name: 'Third', count: 5 },
      { name: null, count: 99 },
      { name: 'First', count: 9 },
      { name: 'Second, later', count: 7 },
      { name: 'Second, too', count: 7 },
      { name: 'Nothing', count: 0 },
    ]);
    const rows = async () =>
      (await board()).map(({ rank, displayName, nftCount }) => [rank, displayName, nftCount]);
    await expect.poll(rows).toEqual([
      [1, 'First', 9],
      [2, 'Second, later', 7],
      [2, 'Second, too', 7],
      [4, 'Third', 5],
      [5, 'Nothing', 0],
    ]);
    expect((await get<UserSummary[]>('/api/users')).map(({ displayName }) => displayName)).toEqual(
      (await board()).map(({ displayName }) => displayName),
    );
  });

  it('answers a hundred, however many there are', { tags: 'S1' }, async () => {
    await store(Array.from({ length: 250 }, (_, index) => ({ name: `N${index}`, count: index })));
    await expect.poll(board).toHaveLength(100);
    expect((await board())[0]).toMatchObject({ rank: 1, nftCount: 249, displayName: 'N249' });
    expect(await get<UserSummary[]>('/api/users')).toHaveLength(100);
  });

  it('is read off its index', async () => {
    await store(
      Array.from({ length: 3_000 }, (_, index) => ({ name: `N${index}`, count: index % 50 })),
    );
    await product.sql`ANALYZE collectors`;
    const plan = await product.sql`
      EXPLAIN SELECT wallet FROM collectors WHERE name IS NOT NULL
      ORDER BY nft_count DESC, count_reached_at, wallet LIMIT 100`;
    expect(JSON.stringify(plan)).toContain('collectors_ranking');
    expect(JSON.stringify(plan)).not.toContain('Sort');
  });

  it('shows a new name and a new count at once', { tags: 'S4' }, async () => {
    await store([{ name: 'Alone', count: 1 }]);
    const riser = await product.collector('riser');
    const { address } = riser;
    product.mint(address, 3);
    await board();
    await sync(address);
    await rename(riser, 'Riser');
    await expect.poll(board).toMatchObject([{ displayName: 'Riser', nftCount: 3 }, { rank: 2 }]);
    product.mint(address, 1);
    await product.clock.advance(30_000);
    await sync(address);
    await expect.poll(board).toMatchObject([{ displayName: 'Riser', nftCount: 4 }, { rank: 2 }]);
  });
});

describe('a wallet that a stranger named', () => {
  it('is kept for a day, and for good once it has cards, a name or a session', async () => {
    const named = product.person('only named').address;
    const read = product.person('only read').address;
    const holder = product.person('read with a card').address;
    product.mint(holder, 1);
    await create({ walletAddress: named });
    await sync(read);
    await sync(holder);
    const owner = await product.collector('signed in');
    await owner.client.call('GET /api/auth/session', {});
    await product.app.runJob('write last seen');
    const day = 24 * 60 * 60 * 1000;
    const known = async () => {
      await product.app.runJob('remove empty collectors');
      const wallets = [named, read, holder, owner.address];
      const answers = wallets.map((wallet) => send(product, 'GET', `/api/user/${wallet}`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    await product.clock.advance(day - 60_000);
    expect(await known()).toEqual([200, 200, 200, 200]);
    await product.clock.advance(120_000);
    expect(await known()).toEqual([404, 404, 200, 200]);
    await sync(read);
    expect(await known()).toEqual([404, 200, 200, 200]);
  });

  it('is there again after a sync that met its removal', async () => {
    const { address } = product.person('removed meanwhile');
    product.mint(address, 2);
    await create({ walletAddress: address });
    const { answer } = await product.sql.begin(async (tx) => {
      await tx`SELECT FROM collectors WHERE wallet = ${address} FOR UPDATE`;
      const answer = sync(address);
      await locksAwaited(product.sql, 1);
      await tx`DELETE FROM collectors WHERE wallet = ${address}`;
      return { answer };
    });
    // It tries again, as if somebody else had taken the wallet.
    await expect.poll(() => product.clock.slept.at(-1), { timeout: 10_000 }).toBe(200);
    await product.clock.advance(200);
    expect((await answer).body).toMatchObject({ totalNfts: 2, isFresh: true });
  });
});

describe('the totals', () => {
  // On a busy machine the next reading may be seconds away.
  const stats = () => expect.poll(() => get('/api/stats'), { timeout: 10_000 });

  it('count distinct cards, wallets of the last 30 days, and collections with a card', {
    tags: 'S3',
  }, async () => {
    await product.sql`TRUNCATE collectors CASCADE`;
    await product.sql`TRUNCATE cards CASCADE`;
    product.bus.publish('collector-changed', { wallet: canonicalAddress('0x1')! });
    await new Promise(setImmediate);
    await stats().toEqual({ totalNFTs: 0, activeUsers: 0, collections: 0 });

    const one = product.person('counted one');
    const two = product.person('counted two');
    product.mint(one.address, 3);
    product.mint(two.address, 4);
    // A caller that names a wallet need not own it.
    await sync(one.address);
    await sync(two.address);
    await stats().toEqual({ totalNFTs: 7, activeUsers: 0, collections: 1 });
    for (const [at, { client }] of [one, two].entries()) {
      await client.signIn();
      await client.call('GET /api/auth/session', {});
      await product.app.runJob('write last seen');
      await stats().toMatchObject({ activeUsers: at + 1 });
    }

    const month = 30 * 24 * 60 * 60 * 1000;
    await product.clock.advance(month - 60_000);
    product.bus.publish('collector-changed', { wallet: one.address as Address });
    await new Promise(setImmediate);
    await stats().toMatchObject({ activeUsers: 2 });
    await product.clock.advance(60_000);
    product.bus.publish('collector-changed', { wallet: one.address as Address });
    await stats().toMatchObject({ activeUsers: 0 });
    await sync(two.address);
    const other = await product.another();
    const { client } = other.person('counted one');
    await client.signIn();
    await client.call('GET /api/auth/session', {});
    await other.app.close();
    const [row] = await product.sql`
      SELECT count(*) FROM collectors WHERE seen_at > ${product.clock.now()}::timestamptz - interval '30 days'`;
    expect(row?.count).toBe(1);
  });
});
