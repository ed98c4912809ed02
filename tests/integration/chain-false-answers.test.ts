import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import { type Chain, ChainUnreachableError } from '#server/sui/chain.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { type Lie, type LyingNode, startLyingNode } from '#tests/support/lying-node.ts';
import { closeAll, openChain, openNode, someone } from './chain-setup.ts';

const [owner, stranger] = [someone('ab'), someone('5')];
const LIST = 'ListOwnedObjects';

let node: TestNode;
let liar: LyingNode;
let chain: Chain;
let cardIds: string[];

beforeAll(async () => {
  const ledger = createEmptyWorld();
  cardIds = mintMany(ledger, owner, 6);
  mintMany(ledger, stranger, 3);
  node = await openNode(ledger);
  liar = await startLyingNode(node.url);
  chain = openChain(node, 'grpc', { url: liar.url });
});
afterEach(() => liar.lie());
afterAll(async () => {
  await liar.close();
  await closeAll();
});

const read = () => chain.heldCards(owner);
/** Every list of objects is answered with this change from now on. */
const lieInList = (answered: NonNullable<Lie['answered']>) => liar.lie({ method: LIST, answered });

describe('an answer that is false', () => {
  it('that lists objects of another owner is not believed', async () => {
    liar.lie({
      method: LIST,
      asked: (request) => {
        request.owner = stranger;
      },
    });
    await expect(read()).rejects.toThrow(ChainUnreachableError);
  });

  it('that lists objects of another type is not believed: that is never "no cards"', async () => {
    lieInList(({ objects }) => {
      for (const one of objects) one.objectType = '0x2::coin::Coin<0x2::sui::SUI>';
    });
    await expect(read()).rejects.toThrow(ChainUnreachableError);
  });

  it('that writes ids in capitals names the same cards; an incomplete id is refused', async () => {
    lieInList(({ objects }) => {
      for (const one of objects) one.objectId = `0x${one.objectId.slice(2).toUpperCase()}`;
    });
    expect((await read()).map(({ id }) => id).sort()).toEqual([...cardIds].sort());
    lieInList(({ objects }) => {
      for (const one of objects) one.objectId = one.objectId.slice(0, 20);
    });
    await expect(read()).rejects.toThrow(ChainUnreachableError);
  });

  it('that leaves out half of the cards is believed: nothing in it shows the lie', async () => {
    lieInList(({ objects }) => void objects.splice(3));
    expect(await read()).toHaveLength(3);
    liar.lie();
    expect(await read()).toHaveLength(6);
  });
});
