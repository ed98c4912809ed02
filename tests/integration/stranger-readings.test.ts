/** Strangers cannot use up the node's quota; signed-in people come first. */
import { describe, expect, it } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';

const product = await forThisFile(startProduct({ config: { rateLimitFactor: 1 } }));

const wallet = (number: number) => `0x${(0x5000 + number).toString(16).padStart(64, '0')}`;
/** Each from another network, so that no limit of theirs is met. */
const from = (number: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${number}` } });
const sync = (number: number) =>
  send(product, 'POST', `/api/nfts/sync/${wallet(number)}`, from(number));
const balances = (number: number) =>
  send(product, 'GET', `/api/wallets/${wallet(number)}/balances`, from(number));

describe('readings of the chain', () => {
  it('have one share for all strangers together, and another one for owners', {
    tags: 'I8',
  }, async () => {
    const holder = await product.collector('holder');
    product.mint(holder.address, 2);
    await syncOwn(); // that this is a holder is known from the last reading
    await product.clock.advance(61_000);

    const answers = [];
    for (let number = 0; number < 40; number += 1) answers.push(await sync(number));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.at(-1)!;
    expect([refused.status, refused.body?.reason]).toEqual([429, 'too-many-requests']);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await balances(50)).status).toBe(429);
    // Whoever is signed in is a stranger to every other wallet.
    const other = { params: { address: wallet(51) } };
    const asked = await holder.client.exchange('POST /api/nfts/sync/{address}', other);
    expect(asked.status).toBe(429);

    // A reading that is under way costs nobody anything.
    const asks = () => product.node.requests.count('grpc', 'ListOwnedObjects');
    const before = asks();
    product.node.faults.set({ kind: 'slow', ms: 500 });
    const own = holder.client.sync();
    await expect.poll(asks).toBeGreaterThan(before);
    const joined = await send(product, 'POST', `/api/nfts/sync/${holder.address}`, from(52));
    product.node.faults.clear();
    expect([joined.status, joined.body]).toEqual([200, await own]);
    expect(await own).toMatchObject({ totalNfts: 2, isFresh: true });
    const lobby = { name: 'Mine', creatorWallet: holder.address };
    expect((await holder.client.exchange('POST /api/game/lobbies', { body: lobby })).status).toBe(
      200,
    );

    // Refilled for one; who was read before is told of that reading once it is spent.
    await product.clock.advance(31_000);
    for (let number = 60; number < 75; number += 1) expect((await sync(number)).status).toBe(200);
    const again = await sync(0);
    expect([again.status, again.body]).toEqual([
      200,
      { ...answers[0]!.body, isFresh: false, syncedAt: answers[0]!.body!.syncedAt },
    ]);
    expect(await holder.client.sync()).toMatchObject({ totalNfts: 2, isFresh: true });
  });
});

describe('a wallet that showed no card at its last reading', () => {
  it('takes its readings from the share of strangers, whoever signs in with it', {
    tags: 'I8',
  }, async () => {
    await product.clock.advance(61_000);
    const holder = await product.collector('a holder');
    product.mint(holder.address, 1);
    const syncOf = ({ client, address }: typeof holder) =>
      client.exchange('POST /api/nfts/sync/{address}', { params: { address } });
    expect((await syncOf(holder)).status).toBe(200);
    const empty = await product.collector('a throwaway key');
    expect((await syncOf(empty)).status).toBe(200);
    await product.clock.advance(61_000);

    // Others use the share up.
    for (let number = 100; number < 150; number += 1) await sync(number);
    const lobbyOf = async ({ client, address }: typeof holder) => {
      const body = { name: 'Mine', creatorWallet: address };
      return (await client.exchange('POST /api/game/lobbies', { body })).status;
    };
    const balancesOf = async ({ client, address }: typeof holder) => {
      const params = { address };
      return (await client.exchange('GET /api/wallets/{address}/balances', { params })).status;
    };
    expect([await lobbyOf(empty), await balancesOf(empty)]).toEqual([429, 429]);
    expect((await syncOf(empty)).body).toMatchObject({ totalNfts: 0, isFresh: false });
    expect([await lobbyOf(holder), await balancesOf(holder)]).toEqual([200, 200]);
  });
});
