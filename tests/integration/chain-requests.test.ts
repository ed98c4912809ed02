/** The number of requests per reading: exactly what paging needs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personaAddress } from '#demo/keys.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { createDemoWorld, createEmptyWorld, mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import { COLLECTION_SIZE } from '#rules/cards.ts';
import type { ChainRequest } from '#server/sui/calls/calls.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { BATCH, closeAll, openChain, openNode, PAGE, someone, TRANSPORTS } from './chain-setup.ts';

afterAll(closeAll);

const KIOSK_KEYS = 3;
const loose = someone('10');
const locked = someone('20');

/** Pages for so many items: at least one, also for none. */
function pages(items: number, size: number): number {
  return Math.max(1, Math.ceil(items / size));
}

describe('the whole collection in one wallet', () => {
  let node: TestNode;
  beforeAll(async () => {
    const ledger = createEmptyWorld();
    mintMany(ledger, loose, COLLECTION_SIZE);
    const { kioskId } = createKiosk(ledger, locked);
    mintMany(ledger, locked, COLLECTION_SIZE, { kioskId, locked: true });
    // Without the limit on bytes, so that the number of pages follows from the number of items.
    node = await openNode(ledger, { limits: { grpcMaxPageBytes: Infinity } });
  });

  it.each(TRANSPORTS)('takes as many requests as it has pages, on %s', async (transport) => {
    const requests: ChainRequest[] = [];
    const onRequest = (request: ChainRequest) => requests.push(request);
    const chain = openChain(node, transport, { onRequest });
    const page = PAGE[transport];

    node.requests.reset();
    expect(await chain.heldCards(loose)).toHaveLength(COLLECTION_SIZE);
    const looseCount = node.requests.count(transport);
    expect(looseCount).toBe(pages(COLLECTION_SIZE, page) + KIOSK_KEYS);

    node.requests.reset();
    const cards = await chain.heldCards(locked);
    expect(cards.filter(({ isLocked }) => isLocked)).toHaveLength(COLLECTION_SIZE);
    const fields = pages(2 * COLLECTION_SIZE, page);
    // gRPC brings the looks along with the fields, so that only the key is looked up, whose kiosk has new cards.
    const lookups = transport === 'grpc' ? 1 : pages(COLLECTION_SIZE + 1, BATCH[transport]);
    const lockedCount = node.requests.count(transport);
    // Its first page tells that it is long; then its version is looked at, and the list begins. A first reading lists
    // the wallet's own cards twice, before and after its kiosks.
    expect(lockedCount).toBe(2 + KIOSK_KEYS + 2 + fields + lookups);

    expect(requests).toHaveLength(looseCount + lockedCount);
    expect(requests.every(({ failure }) => failure === null)).toBe(true);
  });

  it('takes a few more on gRPC for the limit on bytes, and misses nothing', async () => {
    const real = await openNode(node.ledger);
    const chain = openChain(real, 'grpc');
    expect(await chain.heldCards(loose)).toHaveLength(COLLECTION_SIZE);
    const looseCount = real.requests.count();
    const least = pages(COLLECTION_SIZE, PAGE.grpc) + KIOSK_KEYS;
    expect(looseCount).toBeGreaterThan(least);
    expect(looseCount).toBeLessThanOrEqual(least + 3);
  });
});

describe('a handful of cards', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await openNode(createDemoWorld());
  });

  it.each(TRANSPORTS)('takes one request for each list and kiosk, on %s', async (transport) => {
    const chain = openChain(node, transport);
    const count = async (name: string) => {
      node.requests.reset();
      await chain.heldCards(personaAddress(name) as Address);
      return node.requests.count(transport);
    };
    expect(await count('zero')).toBe(1 + KIOSK_KEYS);
    expect(await count('ace')).toBe(1 + KIOSK_KEYS);
    // All kiosks together need one lookup of objects, not one each.
    expect(await count('kiosk')).toBe(2 + KIOSK_KEYS + 3 + 1);
  });

  it('takes no lookup on gRPC where no kiosk has a new card', async () => {
    const chain = openChain(node, 'grpc');
    const owner = personaAddress('kiosk') as Address;
    const cards = await chain.heldCards(owner);
    node.requests.reset();
    const known = cards.map(({ id }) => id);
    expect(await chain.heldCards(owner, known)).toEqual(cards);
    expect(node.requests.count('grpc', 'BatchGetObjects')).toBe(0);
  });

  it('asks for each type and only for the keys of its network', async () => {
    node.requests.reset();
    const collectionTypes = ['0xa::card::Card', '0xb::card::Card'];
    const chain = openChain(node, 'grpc', { collectionTypes, network: 'testnet' });
    expect(await chain.heldCards(loose)).toEqual([]);
    expect(node.requests.count()).toBe(2 + 2);
  });
});
