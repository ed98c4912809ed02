import { describe, expect, it } from 'vitest';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { fighterAt, matchOf } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { signedIn } from '#tests/support/people.ts';
import { makeDataFolder } from '#tests/support/postgres.ts';
import { isAlive, withDatabase } from '#tests/support/private-database.ts';
import { embeddedPostgres, startProduct } from '#tests/support/product.ts';

const node = await forThisFile(startTestNode({ ledger: createDemoWorld() }));
const product = await forThisFile(
  startProduct({
    dataDir: makeDataFolder(),
    env: { COLLECTION_TYPES: DEMO_CARD_TYPE, SUI_URL: node.url, LOG_LEVEL: 'silent' },
  }),
);

describe('what was accepted', () => {
  it('is there after a kill -9 the next instant: a name, groups, an entry and the session itself', async () => {
    const ace = await signedIn(product.url, 'ace');
    const { walletAddress } = ace;
    await ace.sync();
    const cards = (await ace.cards()).map((card) => card.id);

    const name = await ace.rename('Unsinkable');
    const left = embeddedPostgres(product.dataDir)!;
    await product.kill9();
    expect(isAlive(left.pid)).toBe(true);
    await product.restart();
    expect(isAlive(left.pid)).toBe(false);
    expect(name.displayName).toBe('Unsinkable');

    const groups = [{ groupId: 'g1', groupName: 'Keepers', nftTokenIds: cards.slice(0, 3) }];
    await ace.call('POST /api/nft-groups/{walletAddress}', {
      params: { walletAddress },
      body: { groups },
    });
    await product.kill9();
    await product.restart();

    const entry = await ace.register(cards.slice(0, 5));
    await product.kill9();
    await product.restart();

    const kept = { displayName: 'Unsinkable', nftCount: 12, isStale: false };
    expect(await ace.user()).toMatchObject(kept);
    expect(
      await ace.call('GET /api/nft-groups/{walletAddress}', { params: { walletAddress } }),
    ).toEqual(groups);
    expect(await ace.entries()).toMatchObject([{ id: entry.id }]);
    expect(await ace.call('GET /api/auth/session', {})).toEqual({ walletAddress });
  });
});

describe('a card that moved', () => {
  it('is counted for one wallet, though the server was killed before the other gave it up', {
    tags: 'H1',
  }, async () => {
    const seller = await signedIn(product.url, 'whale');
    const buyer = await signedIn(product.url, 'duo');
    for (const one of [seller, buyer]) await one.sync();
    const [sold] = (await seller.cards()).filter((card) => card.place === 'wallet');
    await withDatabase(product.dataDir, async (sql) => {
      const holders = async () =>
        (await sql`SELECT holder FROM holdings WHERE card_id = ${sold!.id}`).map(
          (row) => row.holder,
        );
      const makeOld = () => sql`
        UPDATE readings SET read_at = read_at - interval '2 minutes',
          wanted_at = wanted_at - interval '2 minutes'`;

      transfer(node.ledger, sold!.id, buyer.walletAddress);
      await makeOld();
      await sql.begin(async (tx) => {
        await tx`SELECT FROM readings WHERE wallet = ${seller.walletAddress} FOR UPDATE`;
        const cut = buyer.sync().catch(() => {});
        await expect.poll(holders, { timeout: 10_000 }).toHaveLength(2);
        await product.kill9();
        await cut;
      });
      await makeOld();
      await product.restart();
      await expect.poll(holders, { timeout: 20_000 }).toEqual([buyer.walletAddress]);
    });
  });
});

describe('a round that was open when the server was killed', () => {
  it('has the time of the outage back in the first answer', { tags: 'B4' }, async () => {
    const ann = await fighterAt(product.url, 'five');
    const ben = await fighterAt(product.url, 'duo');
    const { id } = await matchOf(ann, ben);
    await product.kill9();
    // A minute ago.
    await withDatabase(product.dataDir, async (sql) => {
      await sql`UPDATE battle_clock SET alive_at = alive_at - interval '1 minute'`;
      await sql`
        UPDATE battle_matches SET opened_at = opened_at - interval '1 minute',
          pick_ends_at = pick_ends_at - interval '1 minute',
          closes_at = closes_at - interval '1 minute'`;
    });
    await product.restart();
    const { serverNow, pickEndsAt } = await ann.see(id);
    expect(Date.parse(pickEndsAt!)).toBeGreaterThan(Date.parse(serverNow));
  });
});
