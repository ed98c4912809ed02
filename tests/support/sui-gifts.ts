import { Transaction } from '@mysten/sui/transactions';
import { onTestFinished } from 'vitest';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { personaNamed } from '#demo/personas.ts';
import { SUI_COIN_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { reference } from '#tests/sui-node/ledger-changes.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { connect, type Transport } from './sui-clients.ts';

/** The test transaction: ace gives duo a card and 1,000 MIST. */
export const ace = personaKeypair('ace');
export const aceAddress = ace.toSuiAddress();
export const duoAddress = personaAddress('duo');

/** A node with only these two people, and a client; closed after the test. */
export async function startSmallNode(transport: Transport, now: () => number = Date.now) {
  const people = ['ace', 'duo'].map(personaNamed);
  const node = await startTestNode({ ledger: createDemoWorld({ people, now }) });
  onTestFinished(() => node.close());
  return { node, core: connect(node, transport).core };
}

export function cardsOf({ ledger }: TestNode, owner: string): string[] {
  const list = ledger.store.listOwned(owner, (type) => type === DEMO_CARD_TYPE);
  return [...list].map(({ id }) => id);
}

/** All the SUI an address has, in MIST. */
export function suiOf({ ledger }: TestNode, owner: string): bigint {
  const coins = [...ledger.store.listOwned(owner, (type) => type === SUI_COIN_TYPE)];
  return coins.reduce((sum, { contents }) => sum + Buffer.from(contents).readBigUInt64LE(32), 0n);
}

export function gift(cardId: string, amount = 1_000n): Transaction {
  const tx = new Transaction();
  const [coin] = tx.splitCoins(tx.gas, [amount]);
  tx.transferObjects([coin, tx.object(cardId)], duoAddress);
  tx.setSender(aceAddress);
  return tx;
}

/** Gives a card, built without a node: the address balance pays, in this epoch or the next. */
export function giftFromAddressBalance({ ledger }: TestNode, cardId: string): Transaction {
  const tx = new Transaction();
  tx.setSender(aceAddress);
  tx.transferObjects([tx.objectRef(reference(ledger, cardId))], duoAddress);
  tx.setGasPrice(ledger.referenceGasPrice);
  tx.setGasBudget(5_000_000n);
  tx.setGasPayment([]);
  const { epoch, chainIdentifier: chain } = ledger;
  const epochs = { minEpoch: String(epoch), maxEpoch: String(epoch + 1n) };
  const window = { ...epochs, minTimestamp: null, maxTimestamp: null, chain, nonce: 7 };
  tx.setExpiration({ ValidDuring: window });
  return tx;
}

/** Gives ace's first card, built without a node. `budget` in MIST. */
export async function offlineGift(
  node: TestNode,
  budget: bigint,
  amount?: bigint,
): Promise<Uint8Array> {
  const { ledger } = node;
  const [cardId = ''] = cardsOf(node, aceAddress);
  const [gas] = ledger.store.listOwned(aceAddress, (type) => type === SUI_COIN_TYPE);
  const tx = gift(cardId, amount);
  tx.setGasPrice(ledger.referenceGasPrice);
  tx.setGasBudget(budget);
  tx.setGasPayment([reference(ledger, gas?.id ?? '')]);
  const data = tx.getData();
  const inputs = data.inputs.map((input) =>
    input.$kind === 'UnresolvedObject'
      ? { Object: { ImmOrOwnedObject: reference(ledger, input.UnresolvedObject.objectId) } }
      : input,
  );
  return Transaction.from(JSON.stringify({ ...data, inputs })).build();
}
