/**
 * Kiosks whose object nobody sees, since each lies inside another one, have no version. Anybody can send a wallet the
 * keys of very many: more than a reading has pages.
 */
import { expect, it } from 'vitest';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { mintMany } from '#demo/world.ts';
import { KIOSK_PAGES_PER_READING } from '#server/sui/read/kiosk-reader.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { type Person, startProduct } from '#tests/support/in-process-product.ts';

const product = await forThisFile(startProduct());
const countOf = async ({ client }: Person) => (await client.user()).nftCount;

it('are read in parts and then remembered: they lock nobody out, and keep no sold card', {
  tags: ['H1', 'H2'],
  timeout: 120_000,
}, async () => {
  const [holder, buyer] = [await product.collector('holder'), await product.collector('buyer')];
  const cards = product.mint(holder.address, 5);
  await holder.client.sync();
  await buyer.client.sync();
  for (let sent = 0; sent <= KIOSK_PAGES_PER_READING; sent += 1) {
    const { kioskId } = createKiosk(product.ledger, holder.address);
    product.ledger.commit({ writes: [], deletes: [kioskId] });
  }
  await product.clock.advance(61_000);
  await expect(holder.client.sync()).rejects.toMatchObject({ reason: 'chain-unreachable' });
  await product.clock.advance(30_000);
  await holder.client.sync();

  for (const id of cards) transfer(product.ledger, id, buyer.address);
  await product.clock.advance(61_000);
  product.node.requests.reset();
  await holder.client.sync();
  expect(product.node.requests.count('grpc', 'ListDynamicFields')).toBe(0);
  await buyer.client.sync();
  expect([await countOf(holder), await countOf(buyer)]).toEqual([0, 5]);
});

it('cards of a kiosk that goes to whichever wallet is read next count once', {
  tags: 'H1',
}, async () => {
  const [one, two] = [await product.collector('one'), await product.collector('two')];
  const { kioskId, capId } = createKiosk(product.ledger, one.address);
  mintMany(product.ledger, one.address, 10, { kioskId });
  await one.client.sync();
  for (let turn = 0; turn < 10; turn += 1) {
    await product.clock.advance(16_000);
    const next = turn % 2 === 0 ? two : one;
    transfer(product.ledger, capId, next.address);
    await next.client.sync();
    await product.app.runJob('reread wallets');
    expect((await countOf(one)) + (await countOf(two))).toBe(10);
  }
});
