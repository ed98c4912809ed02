/** Reading wallets (H1-H6, S3) over HTTP, with the stand-in node and PostgreSQL. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createKiosk, listForSale } from '#demo/sui-node/ledger/kiosks.ts';
import type { Address } from '#rules/address.ts';
import type { BusEvents } from '#server/cluster/event-bus.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { placeInKiosk, transfer } from '#tests/sui-node/ledger-changes.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';

let count = 0;
const events: BusEvents['holdings-changed'][] = [];

const product = await forThisFile(startProduct());
product.bus.subscribe('holdings-changed', (event) => {
  events.push(event);
});

beforeEach(async () => {
  // A job reads only a few of those who wait.
  await product.sql`UPDATE readings SET wanted_at = NULL`;
  product.node.faults.clear();
  product.node.requests.reset();
  events.length = 0;
});

const newcomer = () => product.person(`reader ${count++}`);
const sync = (address: string, at: { origin: string } = product) =>
  send(at, 'POST', `/api/nfts/sync/${address}`);
const user = async (address: string) => (await send(product, 'GET', `/api/user/${address}`)).body;
const cards = async (address: string) =>
  (await send(product, 'GET', `/api/nfts?walletAddress=${address}`)).body as unknown as {
    tokenId: string;
    heldSince: string | null;
  }[];
const pause = () => product.clock.advance(30_000);
/** A reading asks for the cards and the three kinds of kiosk keys, without an earlier one for the cards twice. */
const readings = () => Math.floor(product.node.requests.count('grpc', 'ListOwnedObjects') / 4);

const give = (card: string, to: string) => transfer(product.ledger, card, to);

describe('a sync', () => {
  it('creates the collector, stores the cards and counts them', { tags: 'cards-1' }, async () => {
    const { address } = newcomer();
    product.mint(address, 7);
    const { status, body } = await sync(address.toUpperCase().replace('0X', '0x'));
    expect(status).toBe(200);
    expect(body).toEqual({
      totalNfts: 7,
      syncedAt: product.clock.now().toISOString(),
      isFresh: true,
    });
    expect(await user(address)).toMatchObject({
      walletAddress: address,
      nftCount: 7,
      isStale: false,
      syncedAt: product.clock.now().toISOString(),
    });
    expect(await cards(address)).toHaveLength(7);
  });

  it('reads the chain at most once in 30 s', { tags: 'H3' }, async () => {
    const { address } = newcomer();
    product.mint(address, 1);
    await sync(address);
    product.mint(address, 1);
    await product.clock.advance(29_999);
    expect((await sync(address)).body).toMatchObject({ totalNfts: 1, isFresh: false });
    expect(readings()).toBe(1);
    await product.clock.advance(1);
    expect((await sync(address)).body).toMatchObject({ totalNfts: 2, isFresh: true });
    expect(readings()).toBe(2);
  });

  it('is one reading when it is asked for ten times at once', { tags: 'H3' }, async () => {
    const { address } = newcomer();
    product.mint(address, 3);
    product.node.faults.set({ kind: 'slow', ms: 50 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => sync(address)));
    expect(answers.map(({ body }) => body?.totalNfts)).toEqual(Array(10).fill(3));
    expect(readings()).toBe(1);
  });

  it('is one reading when two servers are asked at once', async () => {
    const { address } = newcomer();
    product.mint(address, 3);
    const other = await product.another();
    product.node.faults.set({ kind: 'slow', ms: 100 });
    const waiting = Array.from({ length: 6 }, (_, index) =>
      sync(address, index % 2 === 0 ? product : other),
    );
    // Whoever waits for the other server looks again after a while.
    const answers = await product.nudged(Promise.all(waiting));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.map(({ body }) => body?.totalNfts)).toEqual(Array(6).fill(3));
    expect(readings()).toBe(1);
  });

  it('notes since when a card is there, except for the cards of the first reading', {
    tags: 'cards-16',
  }, async () => {
    const { address } = newcomer();
    const since = async () => (await cards(address)).map(({ heldSince }) => heldSince);
    product.mint(address, 1);
    await sync(address);
    expect(await since()).toEqual([null]);
    await pause();
    const [bought] = product.mint(address, 1);
    await sync(address);
    const at = product.clock.now().toISOString();
    expect((await since()).toSorted()).toEqual([at, null]);
    await pause();
    await sync(address);
    expect((await since()).toSorted()).toEqual([at, null]);

    // Sold and bought back: it came again.
    give(bought!, newcomer().address);
    await pause();
    await sync(address);
    give(bought!, address);
    await pause();
    await sync(address);
    expect((await since()).toSorted()).toEqual([product.clock.now().toISOString(), null]);

    const { address: empty } = newcomer();
    await sync(empty);
    product.mint(empty, 1);
    await pause();
    await sync(empty);
    expect((await cards(empty))[0]?.heldSince).toBe(product.clock.now().toISOString());
  });

  it('takes over the wallet of a server that died', async () => {
    const { address, client } = newcomer();
    await client.call('POST /api/user', { body: { walletAddress: address } });
    product.mint(address, 2);
    const until = new Date(product.clock.now().getTime() + 15_000);
    await product.sql`
      INSERT INTO readings (wallet, reader, reader_until)
      VALUES (${address}, gen_random_uuid(), ${until})`;
    const answer = await product.nudged(sync(address), 1_000);
    expect(answer.body).toMatchObject({ totalNfts: 2, isFresh: true });
    expect(product.clock.now().getTime()).toBeGreaterThanOrEqual(until.getTime());
  });

  it('replaces the set by what is there now, and says what left and what came', async () => {
    const { address } = newcomer();
    const buyer = newcomer();
    const [sold, kept] = product.mint(address, 2);
    await sync(address);
    expect(events.pop()).toEqual({ wallet: address });

    give(sold!, buyer.address);
    const [bought] = product.mint(address, 1);
    await pause();
    expect((await sync(address)).body?.totalNfts).toBe(2);
    expect((await cards(address)).map((card) => card.tokenId).sort()).toEqual(
      [kept, bought].sort(),
    );
    expect(events).toEqual([{ wallet: address }]);

    await pause();
    await sync(address);
    expect(events).toHaveLength(1);
  });

  it('shows what became of a card since: its words, its picture, its place, and that it is for sale', {
    tags: ['H1', 'H5'],
  }, async () => {
    const { address } = newcomer();
    const [card] = product.mint(address, 1) as [Address];
    await sync(address);
    const { kioskId } = createKiosk(product.ledger, address);
    placeInKiosk(product.ledger, kioskId, card);
    listForSale(product.ledger, kioskId, card, 5n);
    const shown = { name: 'Another name', description: 'Other words' };
    const image_url = 'https://pictures.example/2.png';
    product.ledger.displays.override(card, { output: { ...shown, image_url }, errors: null });
    await pause();
    await sync(address);
    expect(await cards(address)).toMatchObject([
      { tokenId: card, ...shown, imageUrl: image_url, place: 'kiosk', kioskId, isListed: true },
    ]);
    expect(events).toEqual([{ wallet: address }]);
  });

  it('notes when a count was reached, not when it was read again', async () => {
    const { address } = newcomer();
    product.mint(address, 1);
    await sync(address);
    const reachedAt = async () =>
      (await product.sql`SELECT count_reached_at FROM collectors WHERE wallet = ${address}`)[0]
        ?.count_reached_at;
    const first = await reachedAt();
    await pause();
    await sync(address);
    expect(await reachedAt()).toEqual(first);
    product.mint(address, 1);
    await pause();
    await sync(address);
    expect(await reachedAt()).toEqual(product.clock.now());
  });
});

describe('a sync while the chain cannot be read', () => {
  it.each(['hang', '502'] as const)(
    'keeps the last good set, marks it as stale, and says so (%s)',
    { tags: 'H2' },
    async (kind) => {
      const { address } = newcomer();
      product.mint(address, 4);
      const { body: first } = await sync(address);
      await pause();
      product.node.faults.set({ kind });
      const { status, body } = await sync(address);
      expect(status).toBe(503);
      expect(body).toEqual({
        error:
          'The Sui network cannot be read right now. Nothing was changed. Please try again soon.',
        reason: 'chain-unreachable',
      });
      expect(await user(address)).toMatchObject({
        nftCount: 4,
        isStale: true,
        syncedAt: first?.syncedAt,
      });
      expect(await cards(address)).toHaveLength(4);
      expect(events).toHaveLength(1);

      product.node.faults.clear();
      expect((await sync(address)).body).toMatchObject({ totalNfts: 4, isFresh: true });
      expect(await user(address)).toMatchObject({ isStale: false });
    },
  );

  it('keeps nothing of a reading that fails half-way', { tags: 'H2' }, async () => {
    const { address } = newcomer();
    product.mint(address, 1_100);
    product.node.faults.set({ kind: '502', method: 'ListOwnedObjects', after: 4 });
    expect((await sync(address)).status).toBe(503);
    expect(await user(address)).toMatchObject({ nftCount: 0, syncedAt: null, isStale: true });
    expect(await cards(address)).toEqual([]);
    product.node.faults.clear();
    expect((await sync(address)).body?.totalNfts).toBe(1_100);
  });

  it('tells everybody who joined it', async () => {
    const { address } = newcomer();
    product.node.faults.set({ kind: '502' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => sync(address)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503));
  });
});

const free = () => undefined;

describe('a gate', () => {
  it('rests on a reading of at most 60 s, else reads', { tags: 'H4' }, async () => {
    const { address } = newcomer();
    const { cards: gate } = product.app;
    const [card] = product.mint(address, 1);
    expect((await gate.requireFreshHoldings(address, 60, free)).ids).toEqual(new Set([card]));
    product.mint(address, 1);
    await product.clock.advance(59_000);
    expect((await gate.requireFreshHoldings(address, 60, free)).ids.size).toBe(1);
    expect((await gate.requireFreshHoldings(address, 10, free)).ids.size).toBe(2);
    expect(readings()).toBe(2);
    await product.clock.advance(60_000);
    product.node.faults.set({ kind: '502' });
    await expect(gate.requireFreshHoldings(address, 60, free)).rejects.toThrow(
      ChainUnreachableError,
    );
    expect((await gate.lastHoldings(address))?.ids.size).toBe(2);
  });
});

describe('a slow reading', () => {
  it('is as old as its beginning', { tags: 'A2' }, async () => {
    const { address } = newcomer();
    const began = product.clock.now();
    const { end } = await product.holdUpSync(address);
    await product.clock.advance(45_000);
    expect((await end()).body).toMatchObject({ isFresh: true, syncedAt: began.toISOString() });
    await product.clock.advance(16_000);
    await product.app.cards.requireFreshHoldings(address, 60, free);
    expect(readings()).toBe(2);
  });

  it('replaces nothing when another reading overtook it', async () => {
    // Before the reading, which is held up for a few seconds only: on a busy machine a start takes longer.
    const other = await product.another();
    const { address } = newcomer();
    const [sold] = product.mint(address, 2);
    const { end } = await product.holdUpSync(address);
    await product.clock.advance(15_001);
    give(sold!, newcomer().address);
    expect((await sync(address, other)).body).toMatchObject({ totalNfts: 1, isFresh: true });
    expect((await end()).body).toMatchObject({ totalNfts: 1, isFresh: true });
    expect(await cards(address)).toHaveLength(1);
  });
});

describe('a card that changed hands', () => {
  it('is counted once, and taken at once from whoever sold it', { tags: 'H1' }, async () => {
    const seller = newcomer();
    const buyer = newcomer();
    const [card] = product.mint(seller.address, 2);
    await sync(seller.address);

    await pause();
    give(card!, buyer.address);
    await sync(buyer.address);
    const [held] = await product.sql`
      SELECT count(*) AS rows, count(DISTINCT card_id) AS cards FROM holdings`;
    expect(held?.rows).toBe(held?.cards);
    await expect
      .poll(async () => (await send(product, 'GET', '/api/stats')).body?.totalNFTs)
      .toBe(held?.cards);
    expect(await user(seller.address)).toMatchObject({ nftCount: 1 });

    await product.app.runJob('reread wallets');
    expect(await user(seller.address)).toMatchObject({ nftCount: 1 });
    expect(await user(buyer.address)).toMatchObject({ nftCount: 1 });
    expect(await product.sql`SELECT wallet FROM readings WHERE wanted_at IS NOT NULL`).toEqual([]);
  });

  it('is dropped from a save of groups that names it; another card of somebody else is refused', {
    tags: 'G1',
  }, async () => {
    const seller = await product.collector('seller');
    const buyer = newcomer();
    const [sold, kept] = product.mint(seller.address, 2);
    const [bought] = product.mint(buyer.address, 1);
    await sync(seller.address);
    await pause();
    give(sold!, buyer.address);
    for (const one of [seller, buyer]) await sync(one.address);
    const save = (...nftTokenIds: string[]) =>
      seller.client.exchange('POST /api/nft-groups/{walletAddress}', {
        params: { walletAddress: seller.address },
        body: { groups: [{ groupId: 'g', groupName: 'Stars', nftTokenIds }] },
      });
    expect(await save(kept!, sold!)).toMatchObject({
      status: 200,
      body: { groups: [{ nftTokenIds: [kept] }], droppedTokenIds: [sold] },
    });
    expect(await save(kept!, bought!)).toMatchObject({ status: 400 });
  });

  it('is taken from the seller also when a node that lags behind shows it there for a while', {
    tags: 'H1',
  }, async () => {
    const seller = newcomer();
    const buyer = newcomer();
    const [card] = product.mint(seller.address, 1);
    await sync(seller.address);
    await pause();
    give(card!, buyer.address);
    await sync(buyer.address);

    give(card!, seller.address); // what a node knows that is some seconds behind
    await product.app.runJob('reread wallets');
    expect(await user(seller.address)).toMatchObject({ nftCount: 1 });
    give(card!, buyer.address);
    for (let rereads = 0; rereads < 2; rereads += 1) {
      await pause();
      await product.app.runJob('reread wallets');
    }
    expect(await user(seller.address)).toMatchObject({ nftCount: 0 });
    expect(await user(buyer.address)).toMatchObject({ nftCount: 1 });
    expect(await product.sql`SELECT wallet FROM readings WHERE wanted_at IS NOT NULL`).toEqual([]);
  });

  it('waits its turn when the seller was read a moment ago, and while the chain is away', async () => {
    const seller = newcomer();
    const buyer = newcomer();
    const [card] = product.mint(seller.address, 1);
    await sync(seller.address);
    give(card!, buyer.address);
    await sync(buyer.address);
    await product.app.runJob('reread wallets');
    expect(await user(seller.address)).toMatchObject({ nftCount: 1 });

    await pause();
    product.node.faults.set({ kind: '502' });
    await product.app.runJob('reread wallets');
    expect(await user(seller.address)).toMatchObject({ nftCount: 1, isStale: true });

    product.node.faults.clear();
    await pause();
    await product.app.runJob('reread wallets');
    expect(await user(seller.address)).toMatchObject({ nftCount: 0, isStale: false });
  });
});

it('a card that is sent reaches a wallet whose first reading ends at that moment', async () => {
  const [from, to] = [newcomer(), newcomer()].sort((a, b) => (a.address < b.address ? -1 : 1));
  const [cardId] = product.mint(from!.address, 1);
  await sync(from!.address);
  const moved = Promise.withResolvers<void>();
  await product.sql.begin(async (tx) => {
    await tx`SELECT FROM readings WHERE wallet = ${from!.address} FOR UPDATE`;
    const move = { cardId: cardId!, from: from!.address, to: to!.address };
    product.app.cards.move(move).then(moved.resolve, moved.reject);
    await expect
      .poll(async () => (await product.sql`SELECT FROM pg_locks WHERE NOT granted`).length)
      .toBeGreaterThan(0);
    expect((await sync(to!.address)).body).toMatchObject({ totalNfts: 0, isFresh: true });
  });
  await moved.promise;
  expect(await user(to!.address)).toMatchObject({ nftCount: 1 });
});

describe('a ranked collector who does not come back', () => {
  it('is read again after an hour, when the cards went to somebody unknown here', {
    tags: 'boards-15',
  }, async () => {
    const [seller, nameless] = [newcomer(), newcomer()];
    const cards = [seller, nameless].map(({ address }) => product.mint(address, 2)[0]!);
    for (const { address } of [seller, nameless]) await sync(address);
    await seller.client.signIn();
    await seller.client.rename('Gone for good');
    for (const card of cards) give(card, `0x${'5a'.repeat(32)}`);
    const reread = async () => {
      await product.app.runJob('reread ranked collectors');
      await product.app.runJob('reread wallets');
    };
    await product.clock.advance(59 * 60_000);
    await reread();
    expect(await user(seller.address)).toMatchObject({ nftCount: 2 });
    await product.clock.advance(2 * 60_000);
    await reread();
    expect(await user(seller.address)).toMatchObject({ nftCount: 1 });
    expect(await user(nameless.address)).toMatchObject({ nftCount: 2 });
  });
});

describe('the list of cards', () => {
  it('is empty for a wallet that never synced, and 404 for one nobody knows', {
    tags: 'H6',
  }, async () => {
    const { address, client } = newcomer();
    const unknown = await send(product, 'GET', `/api/nfts?walletAddress=${address}`);
    expect([unknown.status, unknown.body?.reason]).toEqual([404, 'user-unknown']);
    await client.call('POST /api/user', { body: { walletAddress: address } });
    expect(await cards(address)).toEqual([]);
  });

  it("is the session's own without an address, and 400 without a session", {
    tags: 'H6',
  }, async () => {
    const { address, client } = await product.collector(`reader ${count++}`);
    product.mint(address, 3);
    await sync(address);
    expect(await client.call('GET /api/nfts', { query: {} })).toHaveLength(3);
    for (const path of [
      '/api/nfts',
      '/api/nfts?walletAddress=',
      '/api/game/matches?walletAddress=',
    ]) {
      const { status, body } = await send(product, 'GET', path);
      expect([path, status, body?.error]).toEqual([path, 400, 'No wallet address']);
    }
    const wrong = await send(product, 'GET', '/api/nfts?walletAddress=0xno');
    expect([wrong.status, wrong.body?.reason]).toEqual([400, 'bad-address']);
  });

  it('is answered 304 until it changes', async () => {
    const { address } = newcomer();
    product.mint(address, 1);
    await sync(address);
    const path = `/api/nfts?walletAddress=${address}`;
    const etag = (await send(product, 'GET', path)).headers.get('etag')!;
    const again = await send(product, 'GET', path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    product.mint(address, 1);
    await pause();
    await sync(address);
    const changed = await send(product, 'GET', path, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
  });

  it('takes more from the share of its network the longer it is, also when many are asked for at once', {
    tags: 'I8',
  }, async () => {
    const limited = await product.another({ rateLimitFactor: 0.1 });
    const [few, many] = [limited.person('few'), limited.person('many')];
    product.mint(few.address, 10);
    product.mint(many.address, 1_000);
    for (const { client } of [few, many]) await client.sync();
    const statuses = async (address: string, from: string) => {
      const path = `/api/nfts?walletAddress=${address}`;
      const headers = { 'x-forwarded-for': from };
      const all = Array.from({ length: 10 }, () => send(limited, 'GET', path, { headers }));
      return (await Promise.all(all)).map(({ status }) => status);
    };
    expect(await statuses(few.address, '198.51.100.1')).toEqual(Array(10).fill(200));
    expect(await statuses(many.address, '198.51.100.2')).toContain(429);
  });
});
