/** A registered card is sold on the stand-in ledger: the product notices and the buyer may use it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#demo/client.ts';
import type { Address } from '#rules/address.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { holding, locksAwaited } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { type Person, startProduct } from '#tests/support/in-process-product.ts';

const cardsOf = async (person: Client) => (await person.cards()).map((card) => card.id);

const product = await forThisFile(startProduct());
const [one, other] = [await product.collector('seller'), await product.collector('buyer')];
product.mint(one.address, 5);
product.mint(other.address, 12);
const seller = one.client;
const buyer = other.client;
await seller.sync();
await buyer.sync();
const cards = await cardsOf(seller);

describe('a card that is sold', () => {
  it('backs one entry at a time: registered, sold, lapsed, registered by the buyer', {
    tags: 'W3',
  }, async () => {
    const entry = await seller.register(cards);
    expect(entry).toMatchObject({ entryCount: 1, hasRequiredCards: true });

    const sold = cards[0]!;
    transfer(product.ledger, sold, buyer.walletAddress);
    await product.clock.advance(31_000);
    await seller.sync();
    await expect
      .poll(async () => (await seller.entries())[0]?.hasRequiredCards, { timeout: 5_000 })
      .toBe(false);

    const own = (await cardsOf(buyer)).filter((id) => id !== sold);
    const bought = await buyer.register([sold, ...own.slice(0, 4)]);
    expect(bought).toMatchObject({ entryCount: 1, hasRequiredCards: true });
    await expect(seller.register(cards)).rejects.toMatchObject({
      status: 400,
      reason: 'card-not-held',
    });
  });

  it('becomes one entry of the buyer who asks twice at once, and both are answered with it', {
    tags: ['W2', 'W3'],
  }, async () => {
    const { sql } = product;
    const [from, to] = [await product.collector('sells'), await product.collector('buys')];
    const sold = product.mint(from.address, 5);
    await from.client.register(sold);
    for (const card of sold) transfer(product.ledger, card, to.address);
    await product.clock.advance(1_000);

    const waits = (statement: string) => async () =>
      (
        await sql`
          SELECT FROM pg_stat_activity WHERE datname = current_database()
            AND wait_event_type = 'Lock' AND position(${statement} IN query) > 0`
      ).length;

    // The first waits to free the cards from the seller's entry, after it looked for one of its own.
    const endOfEntry = await holding(
      sql,
      (tx) => tx`SELECT FROM whitelist_entries WHERE wallet = ${from.address} FOR UPDATE`,
    );
    const first = to.client.register(sold);
    await expect.poll(waits('wallet <> ')).toBe(1);
    // So did the second, and is overtaken before it does the same.
    const endOfRounds = await holding(
      sql,
      (tx) => tx`LOCK TABLE whitelist_rounds IN EXCLUSIVE MODE`,
    );
    const second = to.client.register(sold);
    await expect.poll(waits('FROM whitelist_rounds')).toBe(1);
    const endOfHoldings = await holding(sql, (tx) => tx`LOCK TABLE holdings`);
    await endOfRounds();
    await expect.poll(waits('held_since <= read_at')).toBe(1);
    await endOfEntry();
    const { id } = await first;
    await endOfHoldings();
    expect(await second).toMatchObject({ id, hasRequiredCards: true });
  });
});

it('a card that a transfer brought takes no registration from another wallet before a reading shows it', {
  tags: ['W3', 'A2'],
}, async () => {
  const [holder, receiver] = [
    await product.collector('holder'),
    await product.collector('receiver'),
  ];
  product.mint(holder.address, 5);
  product.mint(receiver.address, 4);
  await holder.client.sync();
  const held = await cardsOf(holder.client);
  await holder.client.register(held);
  await product.clock.advance(31_000);
  await receiver.client.sync();
  await product.clock.advance(1_000);
  await product.sql`
    INSERT INTO holdings (holder, card_id, place, is_listed, is_locked, held_since)
    VALUES (${receiver.address}, ${held[0]!}, 'wallet', false, false, ${product.clock.now()})`;

  const attempt = receiver.client.register(await cardsOf(receiver.client));
  await expect(attempt).rejects.toMatchObject({ reason: 'card-already-backing' });
  expect((await holder.client.entries())[0]?.hasRequiredCards).toBe(true);
});

it('an entry that lapsed by mistake is whole again soon after its wallet was read', {
  tags: 'W3',
}, async () => {
  const holder = await product.collector('holder of a lapsed entry');
  product.mint(holder.address, 5);
  await holder.client.sync();
  const { id } = await holder.client.register(await cardsOf(holder.client));
  await product.sql`DELETE FROM whitelist_claims WHERE entry_id = ${id}`;
  await product.sql`
    UPDATE whitelist_entries SET has_required_cards = false, lost_at = ${product.clock.now()}
    WHERE id = ${id}`;
  await product.clock.advance(31_000);
  await holder.client.sync();
  await product.app.runJob('recheck due entries');
  expect((await holder.client.entries())[0]?.hasRequiredCards).toBe(true);
});

describe('a slow reading of the seller, begun before the sale', () => {
  let slow: Person;
  let quick: Person;
  let own: Address[];
  let bought: Address;
  let round = 0;
  /** Lets the reading end, after the buyer registered. */
  let end: () => Promise<void>;

  beforeEach(async () => {
    round += 1;
    slow = await product.collector(`slow seller ${round}`);
    quick = await product.collector(`quick buyer ${round}`);
    own = product.mint(slow.address, 9);
    bought = own[0]!;
    const others = product.mint(quick.address, 4);
    await slow.client.register(own.slice(0, 5));
    await product.clock.advance(61_000);
    await product.sql`UPDATE readings SET wanted_at = NULL`; // what earlier tests left to do

    const reading = await product.holdUpSync(slow.address);
    await product.clock.advance(1_000);
    transfer(product.ledger, bought, quick.address);
    await quick.client.register([bought, ...others]);
    await product.clock.advance(1_000);
    end = async () => {
      await reading.end();
      // The buyer's reading began later.
      expect(await cardsOf(slow.client)).not.toContain(bought);
    };
  });

  const verdicts = async ({ client }: Person) =>
    (await client.entries()).map((entry) => entry.hasRequiredCards);
  /** The reading that the sale asks for is somebody's job. */
  const isPutOff = async () => {
    const now = product.clock.now();
    const [due] = await product.sql`
      SELECT wanted_at > ${now} AS later FROM readings WHERE wallet = ${slow.address}`;
    return due?.later;
  };
  const takeBack = async ({ client }: Person) => {
    const [entry] = await client.entries();
    await client.call('DELETE /api/booster-pack/entry/{id}', { params: { id: entry!.id } });
  };

  it('gives the seller no right to the card: registering it again is refused', async () => {
    await end();
    await expect(slow.client.register([bought, ...own.slice(5)])).rejects.toMatchObject({
      status: 400,
      reason: 'card-not-held',
    });
    expect(await verdicts(quick)).toEqual([true]);
    expect(await verdicts(slow)).toEqual([false]);
  });

  it('does not bring the seller’s entry back, not even when the card is free again', async () => {
    await end();
    await takeBack(quick);
    expect(await verdicts(slow)).toEqual([false]);
  });

  it('does not count as the check of the seller that the sale asks for', {
    tags: 'A2',
  }, async () => {
    const rereading = product.app.runJob('reread wallets');
    await expect.poll(isPutOff).toBe(true);
    await new Promise((joined) => setTimeout(joined, 50));
    await end();
    await rereading;
    await product.clock.advance(31_000);
    await product.app.runJob('reread wallets');
    expect(await cardsOf(slow.client)).not.toContain(bought);
    // And so, when it was given back, the entry holds again as soon as the buyer's lets go of it.
    transfer(product.ledger, bought, slow.address);
    await product.clock.advance(31_000);
    await slow.client.sync();
    expect(await verdicts(slow)).toEqual([false]);
    await quick.client.sync();
    await expect.poll(() => verdicts(slow)).toEqual([true]);
    expect(await verdicts(quick)).toEqual([false]);
  });
});

it('a card that is sold while its registration is stored does not count as held for long', {
  tags: 'W3',
}, async () => {
  const owner = await product.collector('hasty owner');
  const own = product.mint(owner.address, 5);
  let registered: Promise<unknown> | undefined;
  await product.sql.begin(async (admin) => {
    await admin`LOCK TABLE whitelist_rounds IN EXCLUSIVE MODE`;
    registered = owner.client.register(own);
    await locksAwaited(product.sql, 1);
    transfer(product.ledger, own[0]!, other.address);
    await product.clock.advance(31_000);
    expect((await owner.client.sync()).totalNfts).toBe(4);
    // The check that follows finds no entry yet.
    await new Promise((checked) => setTimeout(checked, 300));
  });
  await registered;
  await product.app.runJob('recheck due entries');
  expect((await owner.client.entries())[0]?.hasRequiredCards).toBe(false);
});
