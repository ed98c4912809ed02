/** Strangers cannot use up the node's quota; signed-in people come first. */
import { describe, expect, it } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { type Person, send, startProduct } from '#tests/support/in-process-product.ts';

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
    await holder.client.sync(); // that this is a holder is known from the last reading
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

describe('a wallet that showed no card at its last reading', { tags: 'I8' }, () => {
  const asks = ({ client, address }: Person) => ({
    sync: () => client.exchange('POST /api/nfts/sync/{address}', { params: { address } }),
    lobby: async () => {
      const body = { name: 'Mine', creatorWallet: address };
      return (await client.exchange('POST /api/game/lobbies', { body })).status;
    },
    balances: async () => {
      const params = { address };
      return (await client.exchange('GET /api/wallets/{address}/balances', { params })).status;
    },
  });

  it('is read for its owner when strangers elsewhere used up what they have together', async () => {
    await product.clock.advance(120_000);
    for (let number = 100; number < 150; number += 1) await sync(number);
    expect((await sync(150)).status).toBe(429);
    const newcomer = await product.collector('a newcomer');
    product.mint(newcomer.address, 1);
    expect(await newcomer.client.sync()).toMatchObject({ totalNfts: 1, isFresh: true });
  });

  it('takes its readings from the share of its network, whoever signs in with it', async () => {
    await product.clock.advance(120_000);
    const [rich, empty] = [await product.collector('rich'), await product.collector('empty')];
    product.mint(rich.address, 1);
    expect(await rich.client.sync()).toMatchObject({ totalNfts: 1 });
    expect(await empty.client.sync()).toMatchObject({ totalNfts: 0, isFresh: true });
    const throwaway: Person[] = [];
    for (let number = 0; number < 60; number += 1) {
      if (number % 30 === 0) await product.clock.advance(61_000); // or the sign-ins are too many
      throwaway.push(product.person(`throwaway ${number}`));
      await throwaway.at(-1)!.client.signIn();
    }
    for (const { client } of throwaway)
      expect(await client.sync()).toMatchObject({ isFresh: true });

    expect([await asks(empty).lobby(), await asks(empty).balances()]).toEqual([429, 429]);
    expect((await asks(empty).sync()).body).toMatchObject({ totalNfts: 0, isFresh: false });
    expect([await asks(rich).lobby(), await asks(rich).balances()]).toEqual([200, 200]);
  });
});
