/** A card that moves within a wallet while its lists are read is in none of them, and is not lost for that. */
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { defineCardType } from '#demo/sui-node/ledger/cards.ts';
import { objectFieldDrafts } from '#demo/sui-node/ledger/dynamic-fields.ts';
import { addressBytes } from '#demo/sui-node/ledger/hashes.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { ID_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { placeInKiosk, takeFromKiosk, transfer } from '#tests/sui-node/ledger-changes.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { startLyingNode } from '#tests/support/lying-node.ts';
import { closeAll, KIOSK_FIELDS, openChain, openNode, someone, TRANSPORTS } from './chain-setup.ts';

const [owner, buyer] = [someone('ab'), someone('5')];

let node: TestNode;
let kioskId: string;
let capId: string;
/** In that kiosk. */
let cards: Address[];
beforeEach(async () => {
  const ledger = createEmptyWorld();
  ({ kioskId, capId } = createKiosk(ledger, owner));
  cards = mintMany(ledger, owner, 3, { kioskId }) as Address[];
  node = await openNode(ledger);
});
afterAll(closeAll);

/** A chain over gRPC whose node can be made to lie. */
async function throughLiar(to = node) {
  const liar = await startLyingNode(to.url);
  onTestFinished(liar.close);
  const chain = openChain(to, 'grpc', { url: liar.url, timeouts: { request: 30_000 } });
  const heldIds = async (known: readonly Address[]) =>
    (await chain.heldCards(owner, known)).map(({ id }) => id);
  return { chain, heldIds, liar };
}

describe.each(TRANSPORTS)('over %s', { tags: 'H2' }, (transport) => {
  /** A reading; after it has read the wallet's own cards, and before it reads the kiosk, `then` happens. */
  async function readWhile(then: () => void, before = cards): Promise<Address[]> {
    const asked = () => node.requests.count(transport, KIOSK_FIELDS[transport]);
    node.faults.set({ kind: 'slow', method: KIOSK_FIELDS[transport], times: 1, ms: 20_000 });
    const reading = openChain(node, transport, { timeouts: { request: 30_000 } }).heldCards(
      owner,
      before,
    );
    while (asked() === 0) await new Promise((later) => setTimeout(later, 5));
    then();
    node.faults.clear();
    return (await reading).map(({ id }) => id);
  }

  it('a card that its owner takes out of a kiosk is counted', async () => {
    const read = await readWhile(() => takeFromKiosk(node.ledger, kioskId, cards[0]!, owner));
    expect(read.toSorted()).toEqual(cards.toSorted());
  });

  it('cards that change places between two kiosks of their owner are counted', async () => {
    const other = createKiosk(node.ledger, owner).kioskId;
    const [there] = mintMany(node.ledger, owner, 1, { kioskId: other }) as [Address];
    cards.push(there);
    // Either of the kiosks is the one that is read later.
    const read = await readWhile(() => {
      takeFromKiosk(node.ledger, kioskId, cards[0]!, owner);
      takeFromKiosk(node.ledger, other, there, owner);
      placeInKiosk(node.ledger, other, cards[0]!);
      placeInKiosk(node.ledger, kioskId, there);
    });
    expect(read.toSorted()).toEqual(cards.toSorted());
  });

  it('a card that a contract keeps at the kiosk, outside its items, is gone', async () => {
    takeFromKiosk(node.ledger, kioskId, cards[0]!, owner);
    const name = { type: ID_TYPE, bcs: addressBytes(cards[0]!) };
    const kept = objectFieldDrafts(kioskId, name, node.ledger.object(cards[0]!));
    node.ledger.commit({ writes: kept });
    const read = await openChain(node, transport).heldCards(owner, cards);
    expect(read.map(({ id }) => id)).toEqual(cards.slice(1).toSorted());
  });

  it.each([
    ['first', 0],
    ['second', 2],
  ])(
    'a new card that its owner takes out of a kiosk during the %s reading is counted',
    async (_, known) => {
      const before = cards.slice(0, known);
      const read = await readWhile(
        () => takeFromKiosk(node.ledger, kioskId, cards[2]!, owner),
        before,
      );
      expect(read.toSorted()).toEqual(cards.toSorted());
    },
  );

  it('a card that is sold is gone', async () => {
    const bought = createKiosk(node.ledger, buyer).kioskId;
    const read = await readWhile(() => {
      takeFromKiosk(node.ledger, kioskId, cards[0]!, buyer);
      takeFromKiosk(node.ledger, kioskId, cards[1]!, buyer);
      placeInKiosk(node.ledger, bought, cards[1]!);
    });
    expect(read).toEqual([cards[2]]);
  });
});

describe('a node that lags behind', () => {
  it('cannot keep a sold card counted by an old list under the version after the sale', {
    tags: 'H1',
  }, async () => {
    // Short pages: longer lists than this one are remembered.
    const paged = await openNode(node.ledger, { limits: { grpcMaxPageBytes: 1 } });
    const { heldIds, liar } = await throughLiar(paged);
    const read = () => heldIds(cards);
    const listed: unknown[][] = [];
    liar.lie({
      method: 'ListDynamicFields',
      answered: ({ dynamicFields }, { pageToken }, page) => {
        // The page that tells that the list is long comes twice.
        if (page === 0 || pageToken !== undefined) listed.push([...dynamicFields]);
      },
    });
    expect(await read()).toEqual(cards.toSorted());
    expect(listed).toHaveLength(3);

    takeFromKiosk(node.ledger, kioskId, cards[0]!, buyer);
    const type = '0x5::hat::Hat';
    defineCardType(node.ledger, type);
    const [hat] = mintMany(node.ledger, owner, 1, { type });
    placeInKiosk(node.ledger, kioskId, hat!);
    liar.lie({
      method: 'ListDynamicFields',
      answered: ({ dynamicFields }, _request, page) => {
        dynamicFields.splice(0, Infinity, ...(listed[page] ?? []));
      },
    });
    await read();
    liar.lie();
    expect(await read()).toEqual(cards.slice(1).toSorted());
  });
});

it('a card that moves once more, just as it is looked for, is counted', {
  tags: 'H2',
}, async () => {
  const [card] = cards as [Address];
  const { heldIds, liar } = await throughLiar();
  let [lists, lookups] = [0, 0];
  liar.lie(
    {
      method: 'ListDynamicFields',
      answered: ({ dynamicFields }) => {
        if (lists++ === 0) dynamicFields.splice(0); // it was on its way
      },
    },
    {
      method: 'BatchGetObjects',
      asked: () => {
        // After the card, the field in which it lay.
        if (++lookups === 2) takeFromKiosk(node.ledger, kioskId, card, owner);
      },
    },
  );
  expect(await heldIds([card])).toEqual(cards.toSorted());
});

const KEY = /::kiosk::KioskOwnerCap$/;

describe('the key of a kiosk', () => {
  it('that no list contains for a moment loses no card: it may be made a personal one meanwhile', {
    tags: 'H2',
  }, async () => {
    const { heldIds, liar } = await throughLiar();
    let lists = 0;
    liar.lie({
      method: 'ListOwnedObjects',
      answered: ({ objects }, { objectType }) => {
        if (KEY.test(objectType) && lists++ === 0) objects.splice(0);
      },
    });
    expect(await heldIds(cards)).toEqual(cards.toSorted());
  });

  it('of a new one, into which a card is put during the reading, loses no card', {
    tags: 'H2',
  }, async () => {
    const [card] = mintMany(node.ledger, owner, 1) as [Address];
    const { heldIds, liar } = await throughLiar();
    // The wallet's own cards, which are asked for first, are listed after its keys.
    node.faults.set({ kind: 'slow', method: 'ListOwnedObjects', times: 1, ms: 20_000 });
    let lists = 0;
    liar.lie({
      method: 'ListOwnedObjects',
      answered: (_, { objectType }) => {
        if (!KEY.test(objectType) || lists++ > 0) return;
        placeInKiosk(node.ledger, createKiosk(node.ledger, owner).kioskId, card);
        node.faults.clear();
      },
    });
    expect(await heldIds([card, ...cards])).toEqual([card, ...cards].toSorted());
  });

  it('of a new one, into which a card is put while the lists are read once more, loses no card', {
    tags: 'H2',
  }, async () => {
    const [card] = cards as [Address];
    const { heldIds, liar } = await throughLiar();
    let [fields, keys] = [0, 0];
    liar.lie(
      {
        method: 'ListDynamicFields',
        answered: ({ dynamicFields }) => {
          if (fields++ === 0) dynamicFields.splice(0); // hence once more
        },
      },
      {
        method: 'ListOwnedObjects',
        answered: (_, { objectType }) => {
          if (!KEY.test(objectType) || keys++ !== 1) return;
          takeFromKiosk(node.ledger, kioskId, card, owner);
          placeInKiosk(node.ledger, createKiosk(node.ledger, owner).kioskId, card);
        },
      },
    );
    expect(await heldIds(cards)).toEqual(cards.toSorted());
  });

  it('that was given away takes the cards with it', { tags: 'H1' }, async () => {
    const chain = openChain(node, 'grpc');
    transfer(node.ledger, capId, buyer);
    expect(await chain.heldCards(owner, cards)).toEqual([]);
    expect(await chain.heldCards(buyer)).toHaveLength(cards.length);
  });
});

describe('a kiosk that is given away while it is read', { tags: 'H1' }, () => {
  it.each([
    ['a first', 0],
    ['a later', 3],
  ])('gives the giver nothing of what its new owner puts in, at %s reading', async (_, known) => {
    const [card] = mintMany(node.ledger, buyer, 1) as [Address];
    const { chain, liar } = await throughLiar();
    let lists = 0;
    liar.lie({
      method: 'ListDynamicFields',
      asked: () => {
        if (lists++ > 0) return;
        transfer(node.ledger, capId, buyer);
        placeInKiosk(node.ledger, kioskId, card);
      },
    });
    expect(await chain.heldCards(owner, cards.slice(0, known))).toEqual([]);
    expect(await chain.heldCards(buyer)).toHaveLength(cards.length + 1);
  });

  it('makes the reading fail while the node goes on listing its key', async () => {
    const { chain, liar } = await throughLiar();
    let keys: unknown[] = [];
    liar.lie({
      method: 'ListOwnedObjects',
      answered: ({ objects }, { objectType }) => {
        if (!KEY.test(objectType)) return;
        if (keys.length === 0) keys = [...objects];
        else objects.splice(0, Infinity, ...keys);
      },
    });
    expect(await chain.heldCards(owner)).toHaveLength(cards.length);
    transfer(node.ledger, capId, buyer);
    await expect(chain.heldCards(owner)).rejects.toThrow(ChainUnreachableError);
  });
});

describe('a node that leaves cards out', () => {
  it('is believed of a wallet only where the cards are not known to lie in it', {
    tags: 'H2',
  }, async () => {
    const { chain, liar } = await throughLiar();
    liar.lie({
      method: 'ListDynamicFields',
      answered: ({ dynamicFields }) => void dynamicFields.splice(0),
    });
    expect(await chain.heldCards(owner)).toEqual([]);
    await expect(chain.heldCards(owner, cards)).rejects.toThrow(ChainUnreachableError);
    liar.lie();
    expect(await chain.heldCards(owner, cards)).toHaveLength(cards.length);
  });
});
