/** A wallet flooded with kiosks and dust: a complete answer or an error, never a part. */
import { afterAll, describe, expect, it } from 'vitest';
import { defineCardType } from '#demo/sui-node/ledger/cards.ts';
import { mintCoin } from '#demo/sui-node/ledger/coins.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { closeAll, KIOSK_FIELDS, openChain, openNode, someone, TRANSPORTS } from './chain-setup.ts';

afterAll(closeAll);

const owner = someone('f1');
const JUNK = `${someone('0d')}::junk::Junk`;
/** The wallet's list of cards, and one for each kind of kiosk key. */
const LISTS = 1 + 3;
const PAGE = 50;
const ITEMS = 8 * PAGE;

function floodedWorld(empty: number, stuffed: number) {
  const ledger = createEmptyWorld();
  defineCardType(ledger, JUNK);
  for (let count = 0; count < empty; count++) createKiosk(ledger, owner);
  const kiosks = Array.from({ length: stuffed }, () => createKiosk(ledger, owner).kioskId);
  for (const kioskId of kiosks) mintMany(ledger, owner, 1, { kioskId, type: JUNK });
  const own = createKiosk(ledger, owner, 'personal').kioskId;
  mintMany(ledger, owner, 4, { kioskId: own });
  return { ledger, kiosks, own };
}

/** One kiosk with so many foreign items, beside the wallet's own with four cards. */
function stuffedWorld(items: number) {
  const { ledger, kiosks } = floodedWorld(0, 1);
  const stuffed = kiosks[0] as string;
  mintMany(ledger, owner, items - 1, { kioskId: stuffed, type: JUNK });
  return { ledger, stuffed };
}

/** All transports with the same pages, so that one number holds for each. */
const limits = { grpcMaxPage: PAGE, grpcMaxPageBytes: Infinity };

describe.each(TRANSPORTS)('on %s', (transport) => {
  const lookup = 1; // gRPC brings the looks along with the fields, but the key of a kiosk with new cards is looked up, too

  it('passes over hundreds of empty kiosks without opening them', async () => {
    const { ledger } = floodedWorld(200, 0);
    const node = await openNode(ledger);
    expect(await openChain(node, transport).heldCards(owner)).toHaveLength(4);
    expect(node.requests.count()).toBeLessThan(20);
  });

  it('fails openly on too many full ones, then gets through in steps', async () => {
    const { ledger, kiosks } = floodedWorld(0, 40);
    const node = await openNode(ledger);
    const chain = openChain(node, transport, { kioskPages: 25 });
    await expect(chain.heldCards(owner)).rejects.toThrow('25 pages read');
    expect(await chain.heldCards(owner)).toHaveLength(4);
    node.requests.reset();
    expect(await chain.heldCards(owner)).toHaveLength(4);
    expect(node.requests.count()).toBeLessThan(10); // what was learned is kept

    mintMany(ledger, owner, 3, { kioskId: kiosks[0] as string });
    expect(await chain.heldCards(owner)).toHaveLength(7); // and forgotten when it changes
  });

  it('lists a stuffed kiosk once as long as it does not change', async () => {
    const { ledger, stuffed } = stuffedWorld(ITEMS);
    const node = await openNode(ledger, { limits });
    const chain = openChain(node, transport);
    const count = async (cards: number) => {
      node.requests.reset();
      expect(await chain.heldCards(owner)).toHaveLength(cards);
      return node.requests.count(transport);
    };
    // The wallet's own cards once more: every reading here is a first one.
    const ownKiosk = 1 + 1;
    const look = 1;
    const foundToBeLong = 1;
    const pages = ITEMS / PAGE;
    expect(await count(4)).toBe(LISTS + ownKiosk + foundToBeLong + look + pages + lookup);
    expect(await count(4)).toBe(LISTS + ownKiosk + look + lookup);
    mintMany(ledger, owner, 1, { kioskId: stuffed, type: JUNK });
    expect(await count(4)).toBe(LISTS + ownKiosk + look + pages + 1 + lookup);
    const [gift] = mintMany(ledger, owner, 1, { kioskId: stuffed });
    ledger.displays.override(gift as string, {
      output: { name: 'Gift', image_url: 'ipfs://gift' },
      errors: null,
    });
    node.requests.reset();
    const listed = await chain.heldCards(owner);
    expect(node.requests.count(transport)).toBe(LISTS + ownKiosk + look + pages + 1 + lookup);
    // From now on its one card is looked up, nothing is listed, and it looks the same.
    node.requests.reset();
    expect(await chain.heldCards(owner)).toEqual(listed);
    expect(node.requests.count(transport)).toBe(LISTS + ownKiosk + look + 1);
  });

  it('goes on where it was broken off, and from the start when the kiosk has changed', async () => {
    const { ledger, stuffed } = stuffedWorld(ITEMS);
    const node = await openNode(ledger, { limits });
    const chain = openChain(node, transport);
    const method = KIOSK_FIELDS[transport];
    const breakOffAfter = async (pages: number) => {
      node.faults.set({ kind: '502', method, after: pages });
      await expect(chain.heldCards(owner)).rejects.toThrow(ChainUnreachableError);
      node.faults.clear();
      node.requests.reset();
    };
    const ownAndLong = 2;
    await breakOffAfter(ownAndLong + 3);
    expect(await chain.heldCards(owner)).toHaveLength(4);
    expect(node.requests.count(transport, method)).toBe(1 + ITEMS / PAGE - 3);

    mintMany(ledger, owner, 2, { kioskId: stuffed });
    await breakOffAfter(1 + 3);
    mintMany(ledger, owner, 20, { kioskId: stuffed });
    expect(await chain.heldCards(owner)).toHaveLength(26);
    expect(node.requests.count(transport, method)).toBe(1 + ITEMS / PAGE + 1);
  });

  it('does not trust the first half of a kiosk that changes while the second is read', async () => {
    const { ledger, stuffed } = stuffedWorld(ITEMS);
    const node = await openNode(ledger, { limits });
    let pages = 0;
    let changeAfter = Infinity;
    const chain = openChain(node, transport, {
      kioskPages: 7,
      onRequest({ method }) {
        if (method !== 'kiosk fields' || ++pages !== changeAfter) return;
        mintMany(ledger, owner, 30, { kioskId: stuffed });
      },
    });
    await expect(chain.heldCards(owner)).rejects.toThrow('7 pages read');
    changeAfter = pages + 3;
    await expect(chain.heldCards(owner)).rejects.toThrow('changed while it was read');
    await expect(chain.heldCards(owner)).rejects.toThrow('7 pages read');
    expect(await chain.heldCards(owner)).toHaveLength(34);
  });

  it('neither lists foreign objects nor pages through coins', async () => {
    const ledger = createEmptyWorld();
    defineCardType(ledger, JUNK);
    mintMany(ledger, owner, 200, { type: JUNK });
    const [card] = mintMany(ledger, owner, 1);
    mintCoin(ledger, owner, 1_000_000_000n);
    for (let count = 0; count < 200; count++) mintCoin(ledger, owner, 1n);
    const node = await openNode(ledger);
    const chain = openChain(node, transport);
    expect(await chain.heldCards(owner)).toHaveLength(1);
    expect(node.requests.count(transport)).toBe(LISTS);
    node.requests.reset();
    expect(await chain.balance(owner, '0x2::sui::SUI')).toBe(1_000_000_200n);
    expect(node.requests.count(transport)).toBe(1);
    node.requests.reset();
    const transaction = await chain.buildCardTransfer(owner, someone('b'), card as Address);
    // The card and the node's answer; with JSON-RPC price, balance, coins, chain and trial are asked for.
    expect(node.requests.count(transport)).toBe(transport === 'jsonrpc' ? 6 : 2);
    expect(await chain.dryRun(transaction)).toMatchObject({ succeeded: true });
  });
});
