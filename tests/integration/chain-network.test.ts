/** A node of another network answers in time and in form that nobody there holds a card. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import { GENESIS, WrongNetworkError } from '#server/sui/chain.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { startDatabase } from '#tests/support/database.ts';
import { runProduct } from '#tests/support/product.ts';
import { closeAll, openChain, openNode, someone, TRANSPORTS } from './chain-setup.ts';

const owner = someone('ab');
const CARDS = 3;

let node: TestNode;
beforeAll(async () => {
  const ledger = createEmptyWorld();
  mintMany(ledger, owner, CARDS);
  node = await openNode(ledger);
});
beforeEach(() => {
  node.ledger.chainIdentifier = GENESIS.testnet!;
});
afterAll(closeAll);

describe.each(TRANSPORTS)('a node of another network, over %s', (transport) => {
  it('is not believed, until the right one stands there', { tags: 'cards-18' }, async () => {
    const chain = openChain(node, transport, { genesis: GENESIS.mainnet });
    const reading = chain.heldCards(owner);
    await expect(reading).rejects.toThrow(WrongNetworkError);
    await expect(reading).rejects.toThrow('a node of testnet, not of mainnet');
    await expect(chain.balance(owner, '0x2::sui::SUI')).rejects.toThrow(WrongNetworkError);
    await expect(chain.ping()).rejects.toThrow(WrongNetworkError);
    node.ledger.chainIdentifier = GENESIS.mainnet!;
    expect(await chain.heldCards(owner)).toHaveLength(CARDS);
    await chain.ping();
  });

  it('is not believed when it says that cards have gone, though the right one stood there before', {
    tags: 'cards-18',
  }, async () => {
    const ledger = createEmptyWorld();
    const ids = mintMany(ledger, owner, CARDS) as Address[];
    const chain = openChain(await openNode(ledger), transport, { genesis: GENESIS.mainnet });
    expect(await chain.heldCards(owner)).toHaveLength(CARDS);
    ledger.commit({ deletes: ids });
    ledger.chainIdentifier = GENESIS.testnet!;
    await expect(chain.heldCards(owner, ids)).rejects.toThrow(WrongNetworkError);
    await expect(chain.heldCards(owner)).rejects.toThrow(WrongNetworkError);
    ledger.chainIdentifier = GENESIS.mainnet!;
    expect(await chain.heldCards(owner, ids)).toEqual([]);
  });
});

describe('a server', () => {
  async function run(settings: Record<string, string>) {
    const database = await startDatabase();
    const { url } = database;
    const ended = await runProduct({ ...settings, SUI_URL: node.url, DATABASE_URL: url });
    await database.close();
    return ended;
  }

  it('does not start with a type that names an upgrade of its package, and says which is meant', {
    tags: 'cards-19',
  }, async () => {
    node.ledger.chainIdentifier = GENESIS.mainnet!;
    const COLLECTION_TYPES = `${someone('c')}::card::Card`;
    node.ledger.layouts.define(COLLECTION_TYPES, {}, ['store', 'key'], { definedIn: someone('b') });
    expect(await run({ COLLECTION_TYPES })).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^COLLECTION_TYPES: 0xc+::card::Card names an upgrade .* It is 0xb+::card::Card\.\n$/,
      ),
    });
  });

  it('does not start with a node of another network, and says so in one line', {
    tags: 'cards-18',
  }, async () => {
    expect(await run({ COLLECTION_TYPES: DEMO_CARD_TYPE })).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^SUI_URL: at http:\/\/127\.0\.0\.1:\d+ is a node of testnet, not of mainnet as SUI_NETWORK says\.\n$/,
      ),
    });
  });
});
