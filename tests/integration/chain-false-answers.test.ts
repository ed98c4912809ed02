import { TransactionDataBuilder } from '@mysten/sui/transactions';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { mintCoin } from '#demo/sui-node/ledger/coins.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import { type Chain, ChainUnreachableError } from '#server/sui/chain.ts';
import { placeInKiosk } from '#tests/sui-node/ledger-changes.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { type Lie, type LyingNode, startLyingNode } from '#tests/support/lying-node.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { closeAll, openChain, openNode, someone } from './chain-setup.ts';

const [owner, stranger] = [someone('ab'), someone('5')];
const sender = personaAddress('ace') as Address;
const LIST = 'ListOwnedObjects';

let node: TestNode;
let liar: LyingNode;
let chain: Chain;
let cardIds: string[];
let sent: string;

beforeAll(async () => {
  const ledger = createEmptyWorld();
  cardIds = mintMany(ledger, owner, 6);
  mintMany(ledger, stranger, 3);
  [sent = ''] = mintMany(ledger, sender, 1);
  mintCoin(ledger, sender, 3_000_000_000n);
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

  it.each([
    ['a coin', () => '0x2::coin::Coin<0x2::sui::SUI>'],
    ['a card of another package', (type: string) => type.replace(/^0x\w+/, '0x9')],
    ['a card of another kind', (type: string) => `${type}<u8>`],
  ])(
    'is not believed when it lists objects of another type, and is never taken for "no cards": %s',
    async (_, typeOf) => {
      lieInList(({ objects }) => {
        for (const one of objects) one.objectType = typeOf(one.objectType);
      });
      await expect(read()).rejects.toThrow(ChainUnreachableError);
    },
  );

  it('is not believed when it comes from a node that is stuck, and another one showed how far the chain is', {
    tags: 'cards-18',
  }, async () => {
    const reading = openChain(node, 'grpc', { url: liar.url });
    const count = async () => (await reading.heldCards(owner)).length;
    liar.lie({ method: LIST, height: 9_000 });
    expect(await count()).toBe(cardIds.length);
    const answered: Lie['answered'] = ({ objects }) => void objects.splice(3);
    liar.lie({ method: LIST, height: 1_000, answered });
    await expect(count()).rejects.toThrow(ChainUnreachableError);
    liar.lie({ method: LIST, height: 9_001 });
    expect(await count()).toBe(cardIds.length);
  });

  it('is not believed either over GraphQL, where every question asks for it', {
    tags: 'cards-18',
  }, async () => {
    const reading = openChain(node, 'graphql');
    const newest = vi.spyOn(node.ledger, 'checkpoint', 'get').mockReturnValue(9_000n);
    onTestFinished(() => newest.mockRestore());
    expect(await reading.heldCards(owner)).toHaveLength(cardIds.length);
    newest.mockReturnValue(1_000n);
    await expect(reading.heldCards(owner)).rejects.toThrow('a node at checkpoint 1000');
    await expect(reading.objects([owner])).rejects.toThrow('a node at checkpoint 1000');
    newest.mockReturnValue(8_999n);
    expect(await reading.heldCards(owner)).toHaveLength(cardIds.length);
  });

  it('may write the package of a type in capitals', async () => {
    lieInList(({ objects }) => {
      for (const one of objects) {
        const [address, ...rest] = one.objectType.split('::');
        one.objectType = [`0x${address.slice(2).toUpperCase()}`, ...rest].join('::');
      }
    });
    expect(await read()).toHaveLength(cardIds.length);
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

  it('is not believed when it tells of another transaction', async () => {
    const clock = new ManualClock({ skipsSleep: true });
    const asking = openChain(node, 'grpc', { url: liar.url, clock });
    const bytes = await asking.buildCardTransfer(sender, stranger, sent as Address);
    const { signature } = await personaKeypair('ace').signTransaction(bytes);
    const digest = TransactionDataBuilder.getDigestFromBytes(bytes);
    const answered: Lie['answered'] = ({ transaction }) => {
      transaction.digest = TransactionDataBuilder.getDigestFromBytes(new Uint8Array(1));
    };
    liar.lie({ method: 'ExecuteTransaction', answered }, { method: 'GetTransaction', answered });
    await expect(asking.execute(bytes, [signature])).rejects.toThrow('about another');
    await expect(asking.waitFor(digest)).rejects.toThrow(ChainUnreachableError);
    liar.lie();
    expect(await asking.waitFor(digest)).toMatchObject({ succeeded: true, digest });
  });

  it.each<[string, NonNullable<Lie['answered']>, number | 'unread']>([
    [
      'its id in capitals',
      ({ objects }) => {
        for (const { result } of objects)
          result.object.objectId = `0x${result.object.objectId.slice(2).toUpperCase()}`;
      },
      3,
    ],
    [
      'no version',
      ({ objects }) => {
        for (const { result } of objects) result.object.version = undefined;
      },
      'unread',
    ],
  ])('of a kiosk does not leave uncounted what came later: %s', async (_, answered, then) => {
    const ledger = createEmptyWorld();
    const { kioskId } = createKiosk(ledger, owner);
    const [late = ''] = mintMany(ledger, stranger, 1);
    mintMany(ledger, owner, 2, { kioskId });
    // Short pages: such lists are remembered.
    const paged = await openNode(ledger, { limits: { grpcMaxPageBytes: 1 } });
    const lying = await startLyingNode(paged.url);
    const reading = openChain(paged, 'grpc', { url: lying.url });
    lying.lie({ method: 'BatchGetObjects', answered });
    const count = () =>
      reading.heldCards(owner).then(
        ({ length }) => length,
        () => 'unread',
      );
    await count();
    placeInKiosk(ledger, kioskId, late);
    expect(await count()).toBe(then);
    await lying.close();
  });

  it('is believed when it leaves out half of the cards: nothing in it shows the lie', async () => {
    lieInList(({ objects }) => void objects.splice(3));
    expect(await read()).toHaveLength(3);
    liar.lie();
    expect(await read()).toHaveLength(6);
  });
});
