/** A wallet that strangers have sent kiosks to: a right answer or an open failure, never a part. */
import { afterAll, describe, expect, it } from 'vitest';
import { defineCardType } from '#demo/sui-node/ledger/cards.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import { KIOSKS_PER_READING } from '#server/ports/chain.sui.flood.ts';
import { ChainUnreachable } from '#server/ports/chain.ts';
import { closeAll, openChain, openNode, someone, TRANSPORTS } from './chain-setup.ts';

afterAll(closeAll);

const owner = someone('f1');
const JUNK = `${someone('0d')}::junk::Junk`;

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

describe.each(TRANSPORTS)('on %s', (transport) => {
  it('passes over hundreds of empty kiosks without opening them', async () => {
    const { ledger } = floodedWorld(600, 0);
    const node = await openNode(ledger);
    expect(await openChain(node, transport).heldCards(owner)).toHaveLength(4);
    expect(node.requests.count()).toBeLessThan(40);
  });

  it('fails openly on too many full ones, then gets through in steps', async () => {
    const { ledger, kiosks } = floodedWorld(0, KIOSKS_PER_READING + 20);
    const node = await openNode(ledger);
    const chain = openChain(node, transport);
    await expect(chain.heldCards(owner)).rejects.toThrow(ChainUnreachable);
    expect(await chain.heldCards(owner)).toHaveLength(4);
    node.requests.reset();
    expect(await chain.heldCards(owner)).toHaveLength(4);
    expect(node.requests.count()).toBeLessThan(30); // what was learned is kept

    mintMany(ledger, owner, 3, { kioskId: kiosks[0] as string });
    expect(await chain.heldCards(owner)).toHaveLength(7); // and forgotten when it changes
  });
});
