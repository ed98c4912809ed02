/** Transfers of a card: built, dry-run, signed with a persona's key, sent, awaited. */
import { bcs } from '@mysten/sui/bcs';
import { TransactionDataBuilder } from '@mysten/sui/transactions';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { fundAddress, mintCoin } from '#demo/sui-node/ledger/coins.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import {
  type Chain,
  ChainInputError,
  ChainUnreachableError,
  TransactionRefusedError,
} from '#server/sui/chain.ts';
import type { SuiChainOptions } from '#server/sui/sui-chain.ts';
import type { Fault } from '#tests/sui-node/faults.ts';
import { transfer, transferToParty } from '#tests/sui-node/ledger-changes.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { closeAll, openChain, openNode, someone, TRANSPORTS } from './chain-setup.ts';

const ace = personaAddress('ace') as Address;
const zero = personaAddress('zero') as Address;
const SUI = '0x2::sui::SUI';
const CARDS = 12;
const SENDER_SUI = 50_000_000n;

let node: TestNode;
beforeEach(async () => {
  const ledger = createEmptyWorld();
  mintMany(ledger, ace, CARDS);
  mintCoin(ledger, ace, 3_000_000_000n);
  mintCoin(ledger, ace, 1_000n);
  node = await openNode(ledger);
});
afterEach(closeAll);
afterAll(closeAll);

async function sign(transaction: Uint8Array, name = 'ace'): Promise<string> {
  return (await personaKeypair(name).signTransaction(transaction)).signature;
}

function digestOf(transaction: Uint8Array): string {
  return TransactionDataBuilder.getDigestFromBytes(transaction);
}

describe.each(TRANSPORTS)('on %s', (transport) => {
  const EXECUTE = {
    grpc: 'ExecuteTransaction',
    graphql: 'executeTransaction',
    jsonrpc: 'sui_executeTransactionBlock',
  }[transport];

  function open(options: Partial<SuiChainOptions> = {}): Chain {
    return openChain(node, transport, options);
  }

  async function transferOfFirstCard(chain: Chain): Promise<[card: Address, bytes: Uint8Array]> {
    const [card] = await chain.heldCards(ace);
    const id = card?.id as Address;
    return [id, await chain.buildCardTransfer(ace, zero, id)];
  }

  it('sends a card for the fee that the dry run told', { tags: 'calls-20' }, async () => {
    const chain = open();
    const [id, transaction] = await transferOfFirstCard(chain);
    const trial = await chain.dryRun(transaction);
    expect(trial).toMatchObject({ succeeded: true, failure: null, digest: digestOf(transaction) });
    expect(await chain.heldCards(zero)).toEqual([]); // tried, not done

    const before = await chain.balance(ace, SUI);
    const done = await chain.execute(transaction, [await sign(transaction)]);
    expect(done).toMatchObject({ succeeded: true, digest: digestOf(transaction) });
    expect(done.gasUsed).toBe(trial.gasUsed);
    expect(before - (await chain.balance(ace, SUI))).toBe(done.gasUsed);
    const { budget } = bcs.TransactionData.parse(transaction).V1.gasData;
    expect(BigInt(budget)).toBeGreaterThanOrEqual(done.gasUsed);

    expect(await chain.waitFor(done.digest)).toEqual(done);
    expect((await chain.heldCards(zero)).map((card) => card.id)).toEqual([id]);
    expect(await chain.heldCards(ace)).toHaveLength(CARDS - 1);
    expect(await chain.objects([id])).toMatchObject([{ id, owner: zero, version: done.version }]);
  });

  it('sends a card that its wallet owns through consensus', { tags: 'cards-8' }, async () => {
    const chain = open();
    const id = (await chain.heldCards(ace))[0]?.id as Address;
    transferToParty(node.ledger, id, ace);
    expect(await chain.heldCards(ace)).toHaveLength(CARDS);
    const transaction = await chain.buildCardTransfer(ace, zero, id);
    const done = await chain.execute(transaction, [await sign(transaction)]);
    expect(done.succeeded).toBe(true);
    expect((await chain.heldCards(zero)).map((card) => card.id)).toEqual([id]);
    expect(await chain.heldCards(ace)).toHaveLength(CARDS - 1);
  });

  it('builds what older wallets can read too: with no end where coins pay', async () => {
    const [, transaction] = await transferOfFirstCard(open());
    expect(bcs.TransactionData.parse(transaction).V1.expiration.$kind).toBe('None');
  });

  it('refuses the signature of another key, and nothing happens', async () => {
    const chain = open();
    const [, transaction] = await transferOfFirstCard(chain);
    const foreign = await sign(transaction, 'duo');
    await expect(chain.execute(transaction, [foreign])).rejects.toThrow(TransactionRefusedError);
    expect(await chain.heldCards(ace)).toHaveLength(CARDS);
  });

  it('tells that a transaction failed while it ran: only the fee is gone', async () => {
    const chain = open();
    const [card, transaction] = await transferOfFirstCard(chain);
    const asked = bcs.TransactionData.parse(transaction);
    // One coin, and the least budget: enough to be tried, and too little for what the transfer takes.
    const { gasData } = asked.V1;
    asked.V1.gasData = { ...gasData, payment: gasData.payment.slice(0, 1), budget: '1000000' };
    const failing = bcs.TransactionData.serialize(asked).toBytes();
    const before = await chain.balance(ace, SUI);
    const done = await chain.execute(failing, [await sign(failing)]);
    expect(done).toMatchObject({ succeeded: false, failure: expect.stringMatching(/./) });
    expect(await chain.waitFor(done.digest)).toEqual(done);
    expect(before - (await chain.balance(ace, SUI))).toBe(done.gasUsed);
    expect(await chain.objects([card])).toMatchObject([{ owner: ace }]);
  });

  it('runs a transaction once, however often it is handed in', async () => {
    const chain = open();
    const [, transaction] = await transferOfFirstCard(chain);
    const signatures = [await sign(transaction)];
    const first = await chain.execute(transaction, signatures);
    expect(await chain.execute(transaction, signatures)).toEqual(first);
  });

  it.each<Fault>([
    { kind: 'cut-body', times: 1 }, // it ran, and the answer was lost
    { kind: 'reset', times: 1 },
    { kind: '429', times: 1 },
    { kind: '502', times: 1 },
  ])('gets it through after %j', async (fault) => {
    const chain = open({ clock: new ManualClock({ skipsSleep: true }) });
    const [, transaction] = await transferOfFirstCard(chain);
    node.faults.set({ ...fault, method: EXECUTE });
    const done = await chain.execute(transaction, [await sign(transaction)]);
    expect(done).toMatchObject({ succeeded: true, digest: digestOf(transaction) });
    expect(node.requests.count(transport, EXECUTE)).toBe(fault.kind === 'cut-body' ? 1 : 2);
  });

  it('says so when it cannot know, and waiting finds out', async () => {
    const chain = open({ clock: new ManualClock({ skipsSleep: true }) });
    const [, transaction] = await transferOfFirstCard(chain);
    const signatures = [await sign(transaction)];
    node.faults.set({ kind: 'cut-body', method: EXECUTE }, { kind: '502' });
    await expect(chain.execute(transaction, signatures)).rejects.toThrow(ChainUnreachableError);
    node.faults.clear();
    expect(await chain.waitFor(digestOf(transaction))).toMatchObject({ succeeded: true });
  });

  it('refuses what has become impossible since it was built', async () => {
    const chain = open();
    const [id, transaction] = await transferOfFirstCard(chain);
    transfer(node.ledger, id, someone('9'));
    await expect(chain.dryRun(transaction)).rejects.toThrow(TransactionRefusedError);
    const execution = chain.execute(transaction, [await sign(transaction)]);
    await expect(execution).rejects.toThrow(TransactionRefusedError);
    await expect(chain.buildCardTransfer(ace, zero, id)).rejects.toThrow(TransactionRefusedError);
  });

  it('builds nothing for a card in a kiosk, for none, or without coins for the fee', async () => {
    const chain = open();
    const { kioskId } = createKiosk(node.ledger, ace);
    const [placed] = mintMany(node.ledger, ace, 1, { kioskId });
    const inKiosk = chain.buildCardTransfer(ace, zero, placed as Address);
    await expect(inKiosk).rejects.toThrow('does not lie in the wallet');
    const missing = chain.buildCardTransfer(ace, zero, someone('7'));
    await expect(missing).rejects.toThrow('does not lie in the wallet');
    const poor = someone('5');
    const [card] = mintMany(node.ledger, poor, 1);
    mintCoin(node.ledger, poor, 500n);
    const unpaid = chain.buildCardTransfer(poor, ace, card as Address).then(chain.dryRun);
    await expect(unpaid).rejects.toMatchObject({ lacks: 'fee' });
  });

  describe('with SUI in an address balance and no coin', () => {
    const saver = personaAddress('five') as Address;
    let card: Address;
    beforeEach(() => {
      card = mintMany(node.ledger, saver, 1)[0] as Address;
      fundAddress(node.ledger, saver, SENDER_SUI);
    });

    it('sends a card, and the fee comes out of that balance', async () => {
      const chain = open();
      expect(await chain.balance(saver, SUI)).toBe(SENDER_SUI);
      const transaction = await chain.buildCardTransfer(saver, zero, card);
      const { epoch, chainIdentifier } = node.ledger;
      const { gasData, expiration } = bcs.TransactionData.parse(transaction).V1;
      expect(gasData.payment).toEqual([]);
      expect(expiration.ValidDuring).toMatchObject({
        minEpoch: String(epoch),
        maxEpoch: String(epoch + 1n),
        chain: chainIdentifier,
      });
      const trial = await chain.dryRun(transaction);
      expect(trial).toMatchObject({ succeeded: true, digest: digestOf(transaction) });
      const done = await chain.execute(transaction, [await sign(transaction, 'five')]);
      expect(done).toMatchObject({ succeeded: true, digest: digestOf(transaction) });
      expect(await chain.waitFor(done.digest)).toEqual(done);
      // JSON-RPC nodes try it with a coin that they lend, which takes some storage.
      if (transport === 'jsonrpc') expect(trial.gasUsed).toBeGreaterThanOrEqual(done.gasUsed);
      else expect(trial.gasUsed).toBe(done.gasUsed);
      expect(done.gasUsed).toBeGreaterThan(0n);
      expect(await chain.balance(saver, SUI)).toBe(SENDER_SUI - done.gasUsed);
      expect(await chain.objects([card])).toMatchObject([{ owner: zero }]);
    });

    it('is never built the same twice, and of two that give the same card one runs', async () => {
      const chain = open();
      const [first, second] = [
        await chain.buildCardTransfer(saver, zero, card),
        await chain.buildCardTransfer(saver, zero, card),
      ];
      expect(digestOf(first)).not.toBe(digestOf(second));
      await chain.execute(first, [await sign(first, 'five')]);
      const left = await chain.balance(saver, SUI);
      const again = chain.execute(second, [await sign(second, 'five')]);
      await expect(again).rejects.toThrow(TransactionRefusedError);
      expect(await chain.balance(saver, SUI)).toBe(left);
    });

    it('is refused for the fee when the balance went meanwhile', async () => {
      const chain = open();
      const transaction = await chain.buildCardTransfer(saver, zero, card);
      fundAddress(node.ledger, saver, 1n - SENDER_SUI);
      const execution = chain.execute(transaction, [await sign(transaction, 'five')]);
      await expect(execution).rejects.toMatchObject({ lacks: 'fee' });
      await expect(chain.buildCardTransfer(saver, zero, card)).rejects.toMatchObject({
        name: 'TransactionRefusedError',
        lacks: 'fee',
      });
    });
  });

  it('tries no more than the greatest budget, and no bytes that are no transaction', {
    tags: ['calls-22', 'calls-25'],
  }, async () => {
    const chain = open();
    const [, transaction] = await transferOfFirstCard(chain);
    const withBudget = (budget: string) => {
      const data = bcs.TransactionData.parse(transaction);
      data.V1.gasData.budget = budget;
      return bcs.TransactionData.serialize(data).toBytes();
    };
    // The node is asked, and refuses it: the coins do not suffice.
    await expect(chain.dryRun(withBudget('50000000000'))).rejects.toThrow(TransactionRefusedError);
    await expect(chain.dryRun(withBudget('50000000001'))).rejects.toThrow(ChainInputError);
    await expect(chain.dryRun(new Uint8Array(9))).rejects.toThrow('Invalid transaction bytes');
    await expect(chain.execute(new Uint8Array(9), ['AAAA'])).rejects.toThrow(ChainInputError);
    await expect(chain.execute(transaction, [])).rejects.toThrow('Invalid signature');
    await expect(chain.waitFor('nonsense')).rejects.toThrow('Invalid transaction digest');
  });

  describe('waiting', { tags: 'calls-24' }, () => {
    it.each([0, -3_600_000])(
      'looks every two seconds until the index has caught up; the clock is set by %i ms',
      async (setBy) => {
        const clock = new ManualClock({ skipsSleep: true });
        const chain = open({ clock });
        const [, transaction] = await transferOfFirstCard(chain);
        node.faults.set({ kind: 'index-lag', ms: 300_000 });
        const { digest } = await chain.execute(transaction, [await sign(transaction)]);
        const sleep = clock.sleep.bind(clock);
        clock.sleep = async (ms, signal) => {
          await sleep(ms, signal);
          if (clock.slept.length === 1) await clock.advance(setBy);
          if (clock.slept.length === 3) node.faults.clear();
        };
        expect(await chain.waitFor(digest)).toMatchObject({ succeeded: true, digest });
        expect(clock.slept).toEqual([2_000, 2_000, 2_000]);
      },
    );

    it('ends after a minute, and tells a dead endpoint from a late transaction', async () => {
      const clock = new ManualClock({ skipsSleep: true });
      const chain = open({ clock });
      const unknown = digestOf(new Uint8Array(3));
      const started = clock.now().getTime();
      const late = await chain.waitFor(unknown).catch((error: unknown) => error);
      expect(late).toBeInstanceOf(ChainUnreachableError);
      expect((late as Error).cause).toBeUndefined();
      expect(clock.now().getTime() - started).toBe(60_000);
      node.faults.set({ kind: '502' });
      const dead = await chain.waitFor(unknown).catch((error: unknown) => error);
      expect(dead).toBeInstanceOf(ChainUnreachableError);
      expect((dead as Error).cause).toMatchObject({ kind: 'server' });
    });

    it('ends at once when closed', async () => {
      const clock = new ManualClock();
      const chain = open({ clock });
      const waiting = chain.waitFor(digestOf(new Uint8Array(3)));
      const asleep = async () => {
        while (clock.slept.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      await asleep();
      await chain.close();
      await expect(waiting).rejects.toThrow(ChainUnreachableError);
    });
  });
});
