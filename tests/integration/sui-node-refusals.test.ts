import { Transaction } from '@mysten/sui/transactions';
import { describe, expect, it, onTestFinished } from 'vitest';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { personaNamed } from '#demo/personas.ts';
import { fundAddress } from '#demo/sui-node/ledger/coins.ts';
import type { Ledger } from '#demo/sui-node/ledger/ledger.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { reference } from '#tests/sui-node/ledger-changes.ts';
import { connect, startTestNode, TRANSPORTS } from '#tests/sui-node/test-node.ts';

const ace = personaKeypair('ace');
const aceAddress = ace.toSuiAddress();

/** Gives a card of ace, built without a node: the address balance pays, in this epoch or the next. */
function giftFromAddressBalance(ledger: Ledger): Transaction {
  const [card] = ledger.store.listOwned(aceAddress, (type) => type === DEMO_CARD_TYPE);
  const tx = new Transaction();
  tx.setSender(aceAddress);
  tx.transferObjects([tx.objectRef(reference(ledger, card?.id ?? ''))], personaAddress('duo'));
  tx.setGasPrice(ledger.referenceGasPrice);
  tx.setGasBudget(5_000_000n);
  tx.setGasPayment([]);
  const { epoch, chainIdentifier: chain } = ledger;
  const epochs = { minEpoch: String(epoch), maxEpoch: String(epoch + 1n) };
  const window = { ...epochs, minTimestamp: null, maxTimestamp: null, chain, nonce: 7 };
  tx.setExpiration({ ValidDuring: window });
  return tx;
}

describe.each(TRANSPORTS)('the stand-in node on %s', (transport) => {
  it('refuses an address balance as payer without a short window, on another chain, or too low', async () => {
    const node = await startTestNode({
      ledger: createDemoWorld({ people: [personaNamed('ace')] }),
    });
    onTestFinished(() => node.close());
    const { core } = connect(node, transport);
    const send = async (change: (tx: Transaction) => void) => {
      const tx = giftFromAddressBalance(node.ledger);
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
    expect(node.ledger.transactions.size).toBe(0);
    await send(() => {});
    expect(node.ledger.transactions.size).toBe(1);
  });
});
