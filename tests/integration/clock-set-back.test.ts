/** A machine's clock was an hour ahead, and is set right: what was noted meanwhile lies in the future. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Address } from '#rules/address.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startRounds } from '#tests/support/frozen-round.ts';
import { ADMIN, type Person, startProduct } from '#tests/support/in-process-product.ts';

const HOUR_MS = 3_600_000;

const product = await forThisFile(startProduct({ config: ADMIN }));
const admin = await product.collector('boss');
let count = 0;
let seller: Person;
let buyer: Person;
let own: Address[];
let others: Address[];

const verdicts = async ({ client }: Person) =>
  (await client.entries()).map((entry) => entry.hasRequiredCards);

beforeEach(async () => {
  count += 1;
  seller = await product.collector(`early seller ${count}`);
  buyer = await product.collector(`early buyer ${count}`);
  own = product.mint(seller.address, 5);
  others = product.mint(buyer.address, 4);
  await buyer.client.sync();
  await seller.client.register(own);
  await product.clock.advance(-HOUR_MS);
});

describe('after the clock was set back by an hour', () => {
  it('a wallet is read again at once', { tags: ['A2', 'H3'] }, async () => {
    product.mint(buyer.address, 1);
    expect(await buyer.client.sync()).toMatchObject({ totalNfts: 5, isFresh: true });
    product.mint(buyer.address, 1);
    expect(await buyer.client.sync()).toMatchObject({ totalNfts: 5, isFresh: false });
  });

  it('a wallet that a server read when it died is read again at once', {
    tags: ['A2', 'H3'],
  }, async () => {
    const until = new Date(product.clock.now().getTime() + HOUR_MS + 15_000);
    await product.sql`
      UPDATE readings SET reader = gen_random_uuid(), reader_until = ${until}
      WHERE wallet = ${buyer.address}`;
    product.mint(buyer.address, 1);
    const answering = product.nudged(buyer.client.sync());
    const answer = await Promise.race([answering, sleep(5_000, 'no answer')]);
    expect(answer).toMatchObject({ totalNfts: 5, isFresh: true });
  });

  it('who sold every card cannot enter the game', { tags: ['A2', 'H4'] }, async () => {
    for (const id of own) transfer(product.ledger, id, buyer.address);
    const opened = seller.client.call('POST /api/game/lobbies', {
      body: { creatorWallet: seller.address, name: 'Early' },
    });
    await expect(opened).rejects.toMatchObject({ reason: 'no-cards' });
  });

  it('a buyer registers what was bought, and the entry of the seller lapses', {
    tags: ['A2', 'W3'],
  }, async () => {
    transfer(product.ledger, own[0]!, buyer.address);
    await buyer.client.register([own[0]!, ...others]);
    expect([await verdicts(seller), await verdicts(buyer)]).toEqual([[false], [true]]);
  });

  it('the entry of a seller lapses when they are read', { tags: ['A2', 'W3'] }, async () => {
    transfer(product.ledger, own[0]!, buyer.address);
    await seller.client.sync();
    await expect.poll(() => verdicts(seller), { timeout: 5_000 }).toEqual([false]);
  });

  it('a re-check of the whole list passes nobody over', { tags: ['A2', 'W3'] }, async () => {
    transfer(product.ledger, own[0]!, buyer.address);
    await admin.client.call('POST /api/booster-pack/whitelist/recheck', {});
    // A run checks only a few of those who registered.
    const checked = async () => {
      await product.app.runJob('recheck the whole whitelist');
      return verdicts(seller);
    };
    await expect.poll(checked).toEqual([false]);
  });

  it('a wallet that was to be read again is', { tags: ['A2', 'H1'] }, async () => {
    transfer(product.ledger, own[0]!, buyer.address);
    const at = new Date(product.clock.now().getTime() + HOUR_MS + 30_000);
    await product.sql`UPDATE readings SET wanted_at = ${at} WHERE wallet = ${seller.address}`;
    await product.app.runJob('reread wallets');
    expect((await seller.client.user()).nftCount).toBe(4);
  });

  it('a freeze goes on that a server worked on when it died', {
    tags: 'whitelist-21',
  }, async () => {
    const rounds = await startRounds();
    const { product } = rounds;
    onTestFinished(rounds.close);
    await rounds.registered('early');
    await product.clock.advance(-HOUR_MS);
    await rounds.closeNow();
    await rounds.askFreeze();
    const until = new Date(product.clock.now().getTime() + HOUR_MS + 15_000);
    await product.sql`UPDATE whitelist_rounds SET freezer = 'killed', freezer_until = ${until}`;
    await product.app.runJob('freeze the round');
    expect((await rounds.current()).state).toBe('frozen');
  });
});
