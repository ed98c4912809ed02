import type { ClientWithCoreApi } from '@mysten/sui/client';
import { Transaction } from '@mysten/sui/transactions';
import { afterEach, describe, expect, test } from 'vitest';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { personaNamed } from '#demo/personas.ts';
import { kioskFieldIds } from '#demo/sui-node/ledger/kiosk-drafts.ts';
import { createKiosk, kioskOf, placeInKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { KIOSK_OWNER_CAP_TYPE, SUI_COIN_TYPE } from '#demo/sui-node/ledger/move-types.ts';
import { type SuiNode, startSuiNode } from '#demo/sui-node/server.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { connect, TRANSPORTS, type Transport } from '#tests/support/sui-clients.ts';

const ace = personaKeypair('ace');
const aceAddress = ace.toSuiAddress();
const duoAddress = personaAddress('duo');

let node: SuiNode | undefined;

afterEach(() => node?.close());

const people = ['ace', 'duo'].map(personaNamed);
const START = 1_780_000_000_000;
let clock = START;

/** A fresh small world whose clock only moves when a test moves it. */
async function start(
  transport: Transport,
): Promise<{ node: SuiNode; core: ClientWithCoreApi['core'] }> {
  clock = START;
  node = await startSuiNode({ ledger: createDemoWorld({ people, now: () => clock }) });
  return { node, core: connect(node, transport).core };
}

function cardsOf(node: SuiNode, owner: string): string[] {
  const list = node.ledger.store.listOwned(owner, (type) => type === DEMO_CARD_TYPE);
  return [...list].map(({ id }) => id);
}

function suiOf(node: SuiNode, owner: string): bigint {
  const coins = node.ledger.store.listOwned(owner, (type) => type === SUI_COIN_TYPE);
  return [...coins].reduce(
    (sum, { contents }) => sum + Buffer.from(contents).readBigUInt64LE(32),
    0n,
  );
}

/** Sends 1,000 MIST and the first card to duo. */
function gift(cardId: string): Transaction {
  const tx = new Transaction();
  const [coin] = tx.splitCoins(tx.gas, [1_000]);
  tx.transferObjects([coin, tx.object(cardId)], duoAddress);
  tx.setSender(aceAddress);
  return tx;
}

/** The same, complete without asking any node. */
async function giftOffline(node: SuiNode, budget: bigint): Promise<Uint8Array> {
  const [cardId = ''] = cardsOf(node, aceAddress);
  const [gas] = [...node.ledger.store.listOwned(aceAddress, (type) => type === SUI_COIN_TYPE)];
  const tx = gift(cardId);
  tx.setGasPrice(node.ledger.referenceGasPrice);
  tx.setGasBudget(budget);
  tx.setGasPayment([node.ledger.reference(gas?.id ?? '')]);
  const data = tx.getData();
  const inputs = data.inputs.map((input) =>
    input.$kind === 'UnresolvedObject'
      ? { Object: { ImmOrOwnedObject: node.ledger.reference(input.UnresolvedObject.objectId) } }
      : input,
  );
  return Transaction.from(JSON.stringify({ ...data, inputs })).build();
}

test('one signed transaction has the same effects through every transport', async () => {
  const answers = [];
  for (const transport of TRANSPORTS) {
    const { node, core } = await start(transport);
    const transaction = await giftOffline(node, 10_000_000n);
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
  expect(first?.found).toMatchObject({ checkpoint: '1', timestampMs: START });
  const operations = first?.effects?.changedObjects.map(({ idOperation }) => idOperation);
  expect(operations?.sort()).toEqual(['Created', 'None', 'None']);
});

describe.each(TRANSPORTS)('%s', (transport) => {
  test('builds on the server, simulates without effect, executes once', async () => {
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
      include: { effects: true, balanceChanges: true, commandResults: true },
    });
    expect(trial.$kind).toBe('Transaction');
    expect(trial.commandResults?.[0]?.returnValues[0]?.bcs).toHaveLength(40);
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

  test('refuses a wrong key, a stale version, a foreign object and too little gas', async () => {
    const { node, core } = await start(transport);
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
    node.ledger.transfer(second, duoAddress);
    node.ledger.transfer(second, aceAddress);
    await expect(send(stale)).rejects.toThrow(/needs to be rebuilt because object/);

    const theft = new Transaction();
    theft.setSender(aceAddress);
    theft.transferObjects([theft.object(foreign)], aceAddress);
    await expect(theft.build({ client })).rejects.toThrow(/not signed by the correct sender/);

    const dear = await giftOffline(node, 9_000_000_000n);
    await expect(send(dear)).rejects.toThrow(/lower than the needed amount/);
    expect(node.ledger.transactions.size).toBe(0);
  });

  test('a failing program changes nothing but the gas', async () => {
    const { node, core } = await start(transport);
    const [cardId = ''] = cardsOf(node, aceAddress);
    const tx = new Transaction();
    tx.setSender(aceAddress);
    const [coin] = tx.splitCoins(tx.gas, [999_000_000_000n]);
    tx.transferObjects([coin, tx.object(cardId)], duoAddress);
    tx.setGasBudget(20_000_000);
    tx.setGasPrice(1_000);
    const [gas] = [...node.ledger.store.listOwned(aceAddress, (type) => type === SUI_COIN_TYPE)];
    tx.setGasPayment([node.ledger.reference(gas?.id ?? '')]);
    const data = tx.getData();
    const inputs = data.inputs.map((input) =>
      input.$kind === 'UnresolvedObject'
        ? { Object: { ImmOrOwnedObject: node.ledger.reference(cardId) } }
        : input,
    );
    const bytes = await Transaction.from(JSON.stringify({ ...data, inputs })).build();
    const before = suiOf(node, aceAddress);
    const sent = await core.signAndExecuteTransaction({
      transaction: bytes,
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

  test('Move calls move cards in and out of a kiosk, and abort for a stranger', async () => {
    const { node, core } = await start(transport);
    const client = connect(node, transport);
    const [cardId = ''] = cardsOf(node, aceAddress);
    const { kioskId, capId } = createKiosk(node.ledger, aceAddress);
    const foreign = createKiosk(node.ledger, duoAddress);
    const call = (tx: Transaction, name: string, kiosk: string, item: 'object' | 'id') =>
      tx.moveCall({
        target: `0x2::kiosk::${name}`,
        typeArguments: [DEMO_CARD_TYPE],
        arguments: [
          tx.object(kiosk),
          tx.object(capId),
          item === 'object' ? tx.object(cardId) : tx.pure.id(cardId),
        ],
      });

    const put = new Transaction();
    call(put, 'place', kioskId, 'object');
    const placed = await core.signAndExecuteTransaction({ transaction: put, signer: ace });
    expect(placed.$kind).toBe('Transaction');
    expect(kioskOf(node.ledger, cardId)).toBe(kioskId);

    const take = new Transaction();
    take.transferObjects([call(take, 'take', kioskId, 'id')], duoAddress);
    const taken = await core.signAndExecuteTransaction({ transaction: take, signer: ace });
    expect(taken.$kind).toBe('Transaction');
    expect(node.ledger.object(cardId).owner).toEqual({ kind: 'address', address: duoAddress });
    expect(node.ledger.store.get(kioskFieldIds(kioskId, cardId).item)).toBeUndefined();

    const [stolen = ''] = cardsOf(node, duoAddress);
    placeInKiosk(node.ledger, foreign.kioskId, stolen);
    const steal = new Transaction();
    steal.setSender(aceAddress);
    const loot = steal.moveCall({
      target: '0x2::kiosk::take',
      typeArguments: [DEMO_CARD_TYPE],
      arguments: [steal.object(foreign.kioskId), steal.object(capId), steal.pure.id(stolen)],
    });
    steal.transferObjects([loot], aceAddress);
    await expect(steal.build({ client })).rejects.toThrow(/MoveAbort.*code: 0/);
    expect(node.ledger.object(capId).type).toBe(KIOSK_OWNER_CAP_TYPE);
  });

  test('an executed transaction stays unknown while the index lags', async () => {
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
