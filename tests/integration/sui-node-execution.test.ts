import { describe, expect, it } from 'vitest';
import { fundAddress } from '#demo/sui-node/ledger/coins.ts';
import { SUI_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { TRANSPORTS, type Transport } from '#tests/support/sui-clients.ts';
import {
  ace,
  aceAddress,
  cardsOf,
  giftFromAddressBalance,
  offlineGift,
  startSmallNode,
  suiOf,
} from '#tests/support/sui-gifts.ts';

const START = 1_780_000_000_000;

/** A node whose clock stands still. */
const start = (transport: Transport) => startSmallNode(transport, () => START);

describe('a transaction of the stand-in node', () => {
  it('one signed transaction has the same effects through every transport', async () => {
    const answers = [];
    for (const transport of TRANSPORTS) {
      const { node, core } = await start(transport);
      const transaction = await offlineGift(node, 10_000_000n);
      const sent = await core.signAndExecuteTransaction({
        transaction,
        signer: ace,
        include: {
          effects: true,
          balanceChanges: true,
          objectTypes: true,
          bcs: true,
          transaction: true,
        },
      });
      const found = await core.getTransaction({
        digest: sent.Transaction?.digest ?? '',
        include: { effects: true, balanceChanges: true },
      });
      const { effects, objectTypes, ...rest } = sent.Transaction ?? expect.fail('refused');
      answers.push({
        rest,
        effects,
        objectTypes,
        found: { ...found.Transaction, effects: found.Transaction?.effects?.transactionDigest },
      });
      await node.close();
    }
    const [first, ...others] = answers;
    for (const other of others) expect(other).toEqual(first);
    expect(first?.effects?.gasUsed).toEqual({
      computationCost: '1000000',
      storageCost: expect.any(String),
      storageRebate: expect.any(String),
      nonRefundableStorageFee: expect.any(String),
    });
    expect(first?.found).toMatchObject({
      checkpoint: expect.stringMatching(/^[1-9]\d*$/),
      timestampMs: START,
    });
    const operations = first?.effects?.changedObjects.map(({ idOperation }) => idOperation);
    expect(operations?.sort()).toEqual(['Created', 'None', 'None']);
  });

  it('an address balance pays with the same effects through every transport', async () => {
    const answers = [];
    for (const transport of TRANSPORTS) {
      const { node, core } = await start(transport);
      fundAddress(node.ledger, aceAddress, 10_000_000n);
      const { balance } = await core.getBalance({ owner: aceAddress });
      expect(balance).toMatchObject({
        balance: '10010000000',
        coinBalance: '10000000000',
        addressBalance: '10000000',
      });
      const [cardId = ''] = cardsOf(node, aceAddress);
      const sent = await core.signAndExecuteTransaction({
        transaction: await giftFromAddressBalance(node, cardId).build(),
        signer: ace,
        include: { effects: true, balanceChanges: true },
      });
      answers.push(sent.Transaction);
      const left = node.ledger.addressBalances.amount(aceAddress, SUI_TYPE);
      expect(sent.Transaction?.balanceChanges).toMatchObject([
        { address: aceAddress, amount: String(left - 10_000_000n) },
      ]);
      expect(suiOf(node, aceAddress)).toBe(10_000_000_000n); // the coins are as they were
      await node.close();
    }
    const [first, ...others] = answers;
    for (const other of others) expect(other).toEqual(first);
    expect(first?.effects?.gasObject).toBeNull();
    const states = first?.effects?.changedObjects.map(({ outputState }) => outputState);
    expect(states).toEqual(['ObjectWrite', 'AccumulatorWriteV1']);
  });
});
