import { Transaction } from '@mysten/sui/transactions';
import { describe, expect, it } from 'vitest';
import { fundAddress } from '#demo/sui-node/ledger/coins.ts';
import { SUI_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { connect, TRANSPORTS, type Transport } from '#tests/support/sui-clients.ts';
import {
  ace,
  aceAddress,
  cardsOf,
  duoAddress,
  gift,
  giftFromAddressBalance,
  offlineGift,
  startSmallNode,
  suiOf,
} from '#tests/support/sui-gifts.ts';

const START = 1_780_000_000_000;
let clock = START;

/** A node whose clock only moves when a test moves it. */
function start(transport: Transport) {
  clock = START;
  return startSmallNode(transport, () => clock);
}

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

describe.each(TRANSPORTS)('%s', (transport) => {
  it('builds on the server, simulates without effect, executes once', async () => {
    const { node, core } = await start(transport);
    const client = connect(node, transport);
    const [cardId = ''] = cardsOf(node, aceAddress);
    const before = { card: node.ledger.object(cardId), ace: suiOf(node, aceAddress) };

    const bytes = await gift(cardId).build({ client });
    const { gasData, inputs } = Transaction.from(bytes).getData();
    expect(gasData.price).toBe('1000');
    expect(Number(gasData.budget)).toBeGreaterThan(2_000_000);
    expect(gasData.payment?.length).toBeGreaterThan(0);
    expect(inputs.every(({ $kind }) => $kind === 'Pure' || $kind === 'Object')).toBe(true);

    const trial = await core.simulateTransaction({
      transaction: bytes,
      include: { effects: true, balanceChanges: true },
    });
    expect(trial.$kind).toBe('Transaction');
    expect(node.ledger.object(cardId)).toBe(before.card);

    const sent = await core.signAndExecuteTransaction({
      transaction: bytes,
      signer: ace,
      include: { effects: true, balanceChanges: true },
    });
    const done = await core.waitForTransaction({ result: sent, include: { effects: true } });
    expect(done.Transaction?.status).toEqual({ success: true, error: null });
    const card = node.ledger.object(cardId);
    expect(card.owner).toEqual({ kind: 'address', address: duoAddress });
    expect(card.version).toBeGreaterThan(before.card.version);
    const gas = sent.Transaction?.effects?.gasUsed;
    const net =
      BigInt(gas?.computationCost ?? 0) +
      BigInt(gas?.storageCost ?? 0) -
      BigInt(gas?.storageRebate ?? 0);
    expect(suiOf(node, aceAddress)).toBe(before.ace - 1_000n - net);
    expect(sent.Transaction?.balanceChanges?.map(({ amount }) => BigInt(amount)).sort()).toEqual(
      [1_000n, -1_000n - net].sort(),
    );

    const again = await core.signAndExecuteTransaction({ transaction: bytes, signer: ace });
    expect(again.Transaction?.digest).toBe(sent.Transaction?.digest);
    expect(suiOf(node, aceAddress)).toBe(before.ace - 1_000n - net);
    expect(node.ledger.transactions.size).toBe(1);
  });

  it('an executed transaction stays unknown while the index lags', async () => {
    const { node, core } = await start(transport);
    const [cardId = ''] = cardsOf(node, aceAddress);
    node.faults.set({ kind: 'index-lag', ms: 5_000 });
    const sent = await core.signAndExecuteTransaction({ transaction: gift(cardId), signer: ace });
    const digest = sent.Transaction?.digest ?? '';
    await expect(core.getTransaction({ digest })).rejects.toMatchObject({ reason: 'notFound' });
    node.requests.reset();
    const waiting = core.waitForTransaction({ digest, pollSchedule: [0, 10] });
    await expect.poll(() => node.requests.count()).toBeGreaterThan(2);
    clock += 5_000;
    expect((await waiting).Transaction?.digest).toBe(digest);
    const never = core.waitForTransaction({ digest: '1'.repeat(32), timeout: 50 });
    await expect(never).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
