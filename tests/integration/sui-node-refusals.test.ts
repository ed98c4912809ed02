import { Transaction } from '@mysten/sui/transactions';
import { describe, expect, it } from 'vitest';
import { personaKeypair } from '#demo/keys.ts';
import { fundAddress } from '#demo/sui-node/ledger/coins.ts';
import { transfer } from '#tests/sui-node/ledger-changes.ts';
import { connect, TRANSPORTS } from '#tests/support/sui-clients.ts';
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

describe.each(TRANSPORTS)('%s', (transport) => {
  it('refuses a wrong key, a stale version, a foreign object and too little gas', async () => {
    const { node, core } = await startSmallNode(transport);
    const client = connect(node, transport);
    const [first = '', second = ''] = cardsOf(node, aceAddress);
    const [foreign = ''] = cardsOf(node, duoAddress);
    const good = await gift(first).build({ client });
    const send = (transaction: Uint8Array, signer = ace) =>
      core.signAndExecuteTransaction({ transaction, signer });

    await expect(send(good, personaKeypair('five'))).rejects.toThrow(/Invalid user signature/);
    const two = core.executeTransaction({
      transaction: good,
      signatures: Array(2).fill((await ace.signTransaction(good)).signature),
    });
    await expect(two).rejects.toThrow(/Expect 1 signer signatures but got 2/);

    const stale = await gift(second).build({ client });
    transfer(node.ledger, second, duoAddress);
    transfer(node.ledger, second, aceAddress);
    await expect(send(stale)).rejects.toThrow(/needs to be rebuilt because object/);

    const theft = new Transaction();
    theft.setSender(aceAddress);
    theft.transferObjects([theft.object(foreign)], aceAddress);
    await expect(theft.build({ client })).rejects.toThrow(/not signed by the correct sender/);

    const dear = await offlineGift(node, 9_000_000_000n);
    await expect(send(dear)).rejects.toThrow(/lower than the needed amount/);
    expect(node.ledger.transactions.size).toBe(0);
  });

  it('refuses an address balance as payer without a short window, on another chain, or too low', async () => {
    const { node, core } = await startSmallNode(transport);
    const [cardId = ''] = cardsOf(node, aceAddress);
    const send = async (change: (tx: Transaction) => void) => {
      const tx = giftFromAddressBalance(node, cardId);
      change(tx);
      return core.signAndExecuteTransaction({ transaction: await tx.build(), signer: ace });
    };
    const window = (change: object) => (tx: Transaction) => {
      const { ValidDuring } = tx.getData().expiration ?? {};
      tx.setExpiration({ ValidDuring: { ...ValidDuring, ...change } } as never);
    };
    await expect(send(() => {})).rejects.toThrow(/withdraw reservation.*0 < 5000000/);
    fundAddress(node.ledger, aceAddress, 10_000_000n);
    const { epoch } = node.ledger;
    const unlimited = send((tx) => tx.setExpiration({ None: true }));
    await expect(unlimited).rejects.toThrow(/Missing gas payment/);
    await expect(send((tx) => tx.setExpiration({ Epoch: Number(epoch) }))).rejects.toThrow(
      /Missing gas payment/,
    );
    const long = send(window({ maxEpoch: String(epoch + 2n) }));
    await expect(long).rejects.toThrow(/ValidDuring of one or two epochs/);
    await expect(send(window({ minEpoch: null }))).rejects.toThrow(/one or two epochs/);
    await expect(send(window({ chain: '1'.repeat(32) }))).rejects.toThrow(/is for chain/);
    const late = send(window({ minEpoch: String(epoch + 1n) }));
    await expect(late).rejects.toThrow(/not yet valid/);
    await expect(send((tx) => tx.splitCoins(tx.gas, [1n]))).rejects.toThrow(/Gas coin cannot be/);
    expect(node.ledger.transactions.size).toBe(0);
    await send(() => {});
    expect(node.ledger.transactions.size).toBe(1);
  });

  it('a failing program changes nothing but the gas', async () => {
    const { node, core } = await startSmallNode(transport);
    const [cardId = ''] = cardsOf(node, aceAddress);
    const before = suiOf(node, aceAddress);
    const sent = await core.signAndExecuteTransaction({
      transaction: await offlineGift(node, 20_000_000n, 999_000_000_000n),
      signer: ace,
      include: { effects: true },
    });
    expect(sent.$kind).toBe('FailedTransaction');
    expect(sent.FailedTransaction?.status.error?.message).toMatch(/InsufficientCoinBalance/);
    expect(node.ledger.object(cardId).owner).toEqual({ kind: 'address', address: aceAddress });
    expect(node.ledger.object(cardId).version).toBe(2n);
    const lost = before - suiOf(node, aceAddress);
    expect(lost).toBeGreaterThanOrEqual(1_000_000n);
    expect(lost).toBeLessThan(2_000_000n);
  });
});
