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
  it('is not believed when it lists objects of another owner', async () => {
    liar.lie({
      method: LIST,
      asked: (request) => {
        request.owner = stranger;
      },
    });
    await expect(read()).rejects.toThrow(ChainUnreachableError);
  });

  it('is not believed when it lists objects of another type, and is never taken for "no cards"', async () => {
    lieInList(({ objects }) => {
      for (const one of objects) one.objectType = '0x2::coin::Coin<0x2::sui::SUI>';
    });
    await expect(read()).rejects.toThrow(ChainUnreachableError);
  });

  it('may write ids in capitals, but never an incomplete one', async () => {
    lieInList(({ objects }) => {
      for (const one of objects) one.objectId = `0x${one.objectId.slice(2).toUpperCase()}`;
    });
    expect((await read()).map(({ id }) => id).sort()).toEqual([...cardIds].sort());
    lieInList(({ objects }) => {
      for (const one of objects) one.objectId = one.objectId.slice(0, 20);
    });
    await expect(read()).rejects.toThrow(ChainUnreachableError);
  });

  it('is believed when it leaves out half of the cards: nothing in it shows the lie', async () => {
    lieInList(({ objects }) => void objects.splice(3));
    expect(await read()).toHaveLength(3);
    liar.lie();
    expect(await read()).toHaveLength(6);
  });
});
