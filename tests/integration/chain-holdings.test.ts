import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personaAddress } from '#demo/keys.ts';
import { defineCardType } from '#demo/sui-node/ledger/cards.ts';
import { fieldDraft } from '#demo/sui-node/ledger/dynamic-fields.ts';
import { addressBytes } from '#demo/sui-node/ledger/hashes.ts';
import { createKiosk, listForSale } from '#demo/sui-node/ledger/kiosks.ts';
import type { Ledger } from '#demo/sui-node/ledger/ledger.ts';
import { ID_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { createDemoWorld, createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import type { HeldCard } from '#server/sui/chain.ts';
import {
  mintCard,
  placeInKiosk,
  setPersonalCap,
  takeFromKiosk,
  transfer,
} from '#tests/sui-node/ledger-changes.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { closeAll, openChain, openNode, someone, TRANSPORTS } from './chain-setup.ts';

afterAll(closeAll);

const TEXT = { name: 'Test card', description: 'A test', imageUrl: 'ipfs://test', number: 1 };

function persona(name: string): Address {
  return personaAddress(name) as Address;
}

function places(cards: readonly HeldCard[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { place } of cards) counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

describe('the demo world', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await openNode(createDemoWorld());
  });

  it('reads the same on every transport', async () => {
    for (const name of ['ace', 'kiosk', 'five', 'duo', 'zero', 'admin']) {
      const chains = TRANSPORTS.map((transport) => openChain(node, transport));
      const readings = await Promise.all(chains.map((chain) => chain.heldCards(persona(name))));
      for (const reading of readings) expect(reading).toEqual(readings[0]);
    }
  });

  describe.each(TRANSPORTS)('on %s', (transport) => {
    it('counts the twelve cards of the kiosk owner, with their places and flags', {
      tags: 'H1',
    }, async () => {
      const cards = await openChain(node, transport).heldCards(persona('kiosk'));
      expect(cards).toHaveLength(12);
      expect(places(cards)).toEqual({
        wallet: 3,
        kiosk: 6,
        'personal-kiosk': 2,
        'originbyte-kiosk': 1,
      });
      expect(cards.filter(({ isListed }) => isListed)).toMatchObject([{ place: 'kiosk' }]);
      expect(cards.every(({ isLocked }) => !isLocked)).toBe(true);
      for (const { place, kioskId } of cards) expect(kioskId === null).toBe(place === 'wallet');
      expect(cards[0]).toMatchObject({
        type: expect.stringMatching(/^0x[0-9a-f]{64}::genesis::Card$/),
        name: expect.stringMatching(/./),
        imageUrl: expect.stringMatching(/^ipfs:/),
      });
    });

    it('reads fifteen hundred cards, each once, in the order of their ids', async () => {
      const cards = await openChain(node, transport).heldCards(persona('whale'));
      const ids = cards.map(({ id }) => id);
      expect(new Set(ids).size).toBe(1_500);
      expect(ids).toEqual(ids.toSorted());
    });

    it('finds nothing where there is nothing', async () => {
      expect(await openChain(node, transport).heldCards(persona('zero'))).toEqual([]);
      expect(await openChain(node, transport).heldCards(someone('0'))).toEqual([]);
    });
  });
});

describe.each(TRANSPORTS)('kiosks on %s', (transport) => {
  const owner = someone('a1');
  let ledger: Ledger;
  const read = async () => openChain(await openNode(ledger), transport).heldCards(owner);

  it('reads more items than fit into one batch, listed and locked ones too', {
    tags: 'H1',
  }, async () => {
    ledger = createEmptyWorld();
    const { kioskId } = createKiosk(ledger, someone('b2'), 'ordinary', undefined, someone('ca'));
    const free = mintMany(ledger, owner, 30, { kioskId });
    const locked = mintMany(ledger, owner, 30, { kioskId, locked: true });
    for (const id of [free[0], locked[0]]) listForSale(ledger, kioskId, id as string, 5n);
    transfer(ledger, someone('ca'), owner); // who holds the cap, not who opened the kiosk
    const cards = await read();
    expect(cards).toHaveLength(60);
    expect(cards.filter(({ isLocked }) => isLocked).map(({ id }) => id)).toEqual(locked.toSorted());
    const listed = cards.filter(({ isListed }) => isListed).map(({ id }) => id);
    expect(listed).toEqual([free[0], locked[0]].toSorted());
  });

  it('passes over a personal cap that is lent out, and finds it again', {
    tags: 'H1',
  }, async () => {
    ledger = createEmptyWorld();
    const { kioskId, capId } = createKiosk(ledger, owner, 'personal');
    mintMany(ledger, owner, 2, { kioskId });
    setPersonalCap(ledger, capId, null);
    expect(await read()).toEqual([]);
    setPersonalCap(ledger, capId, kioskId);
    expect(places(await read())).toEqual({ 'personal-kiosk': 2 });
  });

  it('passes over items of other types and cards that were sold', async () => {
    ledger = createEmptyWorld();
    const other = `${someone('0f')}::other::Thing`;
    defineCardType(ledger, other);
    mintMany(ledger, owner, 3, { type: other });
    const { kioskId } = createKiosk(ledger, owner);
    mintMany(ledger, owner, 3, { kioskId, type: other });
    const [sold, kept] = mintMany(ledger, owner, 2, { kioskId }) as [string, string];
    listForSale(ledger, kioskId, sold, 5n);
    takeFromKiosk(ledger, kioskId, sold, someone('cd'));
    expect((await read()).map(({ id }) => id)).toEqual([kept]);
  });

  it('passes over a field that its owner gave it, whatever its name is', {
    tags: 'H1',
  }, async () => {
    ledger = createEmptyWorld();
    const { kioskId } = createKiosk(ledger, owner);
    mintMany(ledger, owner, 2, { kioskId });
    // `kiosk::uid_mut_as_owner` lets them, and anybody can be sent the key.
    const name = { type: `vector<${ID_TYPE}>`, bcs: Uint8Array.of(1, ...addressBytes(owner)) };
    ledger.commit({ writes: [fieldDraft(kioskId, name, name)] });
    expect(await read()).toHaveLength(2);
  });

  it('passes over a field whose value no node can lay out', { tags: 'H1' }, async () => {
    ledger = createEmptyWorld();
    const { kioskId } = createKiosk(ledger, owner);
    mintMany(ledger, owner, 2, { kioskId });
    const type = `${someone('0e')}::large::Value`;
    ledger.layouts.tooLarge.add(type);
    const name = { type: ID_TYPE, bcs: addressBytes(owner) };
    ledger.commit({ writes: [fieldDraft(kioskId, name, { type, bcs: Uint8Array.of(7) })] });
    expect(await read()).toHaveLength(2);
  });

  it('lists a card once that moves while it is read', async () => {
    ledger = createEmptyWorld();
    const ids = mintMany(ledger, owner, 120);
    const { kioskId } = createKiosk(ledger, owner);
    let moved = 0;
    let isKioskRead = false;
    const node = await openNode(ledger, { limits: { grpcMaxPage: 50 } });
    const chain = openChain(node, transport, {
      onRequest({ method }) {
        isKioskRead ||= method === 'kiosk fields';
        if (isKioskRead) return;
        // From now on each page goes out after another card has left the wallet for the kiosk.
        if (method === 'owned objects') placeInKiosk(ledger, kioskId, ids[moved++] as string);
      },
    });
    const cards = await chain.heldCards(owner);
    expect(cards.map(({ id }) => id)).toEqual(ids.toSorted());
    expect(places(cards)).toEqual({ wallet: 120 - moved, kiosk: moved });
  });
});

describe.each(TRANSPORTS)('looks on %s', (transport) => {
  const owner = someone('e5');

  it('falls back to the own fields of a card, then to what is always known', {
    tags: 'H5',
  }, async () => {
    const ledger = createEmptyWorld();
    const mint = () => mintCard(ledger, DEMO_CARD_TYPE, owner, TEXT).id;
    const [whole, absent, partial, structured, loose] = [mint(), mint(), mint(), mint(), mint()];
    ledger.displays.override(absent, null);
    const errors = { image_url: 'cannot be rendered' };
    ledger.displays.override(partial, { output: { name: 'Shown' }, errors });
    const output = { name: { nested: true }, image_url: ['x'], description: 7 };
    ledger.displays.override(structured, { output, errors: null });
    const blank = { name: '', description: '', imageUrl: '', number: 1 };
    const nameless = mintCard(ledger, DEMO_CARD_TYPE, owner, blank).id;
    ledger.displays.override(nameless, null);
    const { kioskId } = createKiosk(ledger, owner);
    ledger.displays.override(loose, null);
    placeInKiosk(ledger, kioskId, loose);
    const chain = openChain(await openNode(ledger), transport);
    // The second reading knows that this type lacks displays, and must say the same.
    for (const cards of [await chain.heldCards(owner), await chain.heldCards(owner)]) {
      const looks = new Map(
        cards.map(({ id, name, description, imageUrl }) => [id, { name, description, imageUrl }]),
      );
      const own = { name: 'Test card', description: 'A test', imageUrl: 'ipfs://test' };
      expect(looks.get(whole as Address)).toEqual(own);
      expect(looks.get(absent as Address)).toEqual(own);
      expect(looks.get(partial as Address)).toEqual({ ...own, name: 'Shown' });
      expect(looks.get(structured as Address)).toEqual(own);
      expect(looks.get(loose as Address)).toEqual(own);
      expect(looks.get(nameless as Address)).toEqual({
        name: `Card ${nameless.slice(0, 6)}...${nameless.slice(-4)}`,
        description: null,
        imageUrl: null,
      });
    }
  });

  it('reads a collection that has no display at all', async () => {
    const ledger = createEmptyWorld();
    defineCardType(ledger, DEMO_CARD_TYPE, false);
    mintCard(ledger, DEMO_CARD_TYPE, owner, TEXT);
    const cards = await openChain(await openNode(ledger), transport).heldCards(owner);
    expect(cards).toMatchObject([{ name: 'Test card', imageUrl: 'ipfs://test' }]);
  });
});
