/** A card transfer: prepared, signed with a real key, executed on the stand-in ledger, followed. */
import { bcs } from '@mysten/sui/bcs';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/route.ts';
import type { Transfer, TransferDraft } from '#contract/transfers.ts';
import { personaKeypair } from '#demo/keys.ts';
import { mintCoin } from '#demo/sui-node/ledger/coins.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import {
  FOLLOW_MAX_SECONDS,
  FOLLOW_RETRY_SECONDS,
  TRANSFER_OPEN_SECONDS,
} from '#rules/transfers.ts';
import {
  type ChainObject,
  ChainUnreachableError,
  DRY_RUN_BUDGET,
  type TransactionEffects,
  WAIT_POLL_MS,
} from '#server/sui/chain.ts';
import { createTransferStore } from '#server/transfers/transfer-store.ts';
import { createTransfers } from '#server/transfers/transfers.ts';
import { placeInKiosk, transfer } from '#tests/sui-node/ledger-changes.ts';
import { connect } from '#tests/sui-node/test-node.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { type Person, startProduct } from '#tests/support/in-process-product.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const SUI = 1_000_000_000n;

let count = 0;
let ace: Person;
let duo: Person;
let cards: Address[];

const product = await forThisFile(startProduct());

beforeEach(async () => {
  // A job reads only a few of those who wait.
  await product.sql`UPDATE readings SET wanted_at = NULL`;
  count += 1;
  ace = await collector(`ace ${count}`, 6);
  duo = await collector(`duo ${count}`, 2);
  cards = (await cardsOf(ace)) as Address[];
});

async function collector(name: string, cardCount: number): Promise<Person> {
  const person = await product.collector(name);
  product.mint(person.address, cardCount);
  mintCoin(product.ledger, person.address, 2n * SUI);
  await person.client.sync();
  return person;
}

const cardsOf = async ({ client }: Person) => (await client.cards()).map(({ id }) => id);

function prepare(from: Person, cardId: string, recipient: string): Promise<TransferDraft> {
  const body = { walletAddress: from.address, cardId, recipient };
  return from.client.call('POST /api/transfers', { body });
}

async function sign({ transaction }: TransferDraft, name: string): Promise<string> {
  const bytes = Buffer.from(transaction, 'base64');
  return (await personaKeypair(`test ${name}`).signTransaction(bytes)).signature;
}

function handIn(from: Person, id: string, signature: string): Promise<Transfer> {
  const body = { walletAddress: from.address, signature };
  return from.client.call('POST /api/transfers/{id}/execute', { params: { id }, body });
}

async function statusWhen(from: Person, id: string, isOver: (status: string) => boolean) {
  for (;;) {
    const transfer = await from.client.call('GET /api/transfers/{id}', { params: { id } });
    if (isOver(transfer.status)) return transfer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A transfer of ace's first card to duo that ran, and was not handed in here. */
async function executedElsewhere() {
  const [card = ''] = cards;
  const draft = await prepare(ace, card, duo.address);
  const transaction = Buffer.from(draft.transaction, 'base64');
  const signature = await sign(draft, `ace ${count}`);
  const node = connect(product.node, 'grpc').core;
  await node.executeTransaction({ transaction, signatures: [signature] });
  return { card, draft, signature };
}

const settled = (from: Person, id: string) => statusWhen(from, id, (status) => status !== 'sent');

/** Gives ace's first card away. */
async function send(recipient: string): Promise<Transfer> {
  const draft = await prepare(ace, cards[0]!, recipient);
  await handIn(ace, draft.id, await sign(draft, `ace ${count}`));
  return settled(ace, draft.id);
}

const countOf = async ({ client }: Person) => (await client.user()).nftCount;

async function balanceOf({ client, address }: Person): Promise<bigint> {
  const path = 'GET /api/wallets/{address}/balances';
  return BigInt((await client.call(path, { params: { address } })).sui.amount);
}

it('To prepare a transfer counts as many calls as it asks the node', { tags: 'I8' }, async () => {
  const before = product.node.requests.count();
  await prepare(ace, cards[0]!, duo.address);
  const { allowance, cost = 1 } = api['POST /api/transfers'] as Route;
  expect([allowance, cost]).toEqual(['sync', product.node.requests.count() - before]);
});

describe('a transfer', () => {
  it('changes hands: both counts, the whitelist entry, the balance', {
    tags: 'cards-8',
  }, async () => {
    const [card = '', ...others] = cards;
    const { id: entryId } = await ace.client.register(cards.slice(0, 5));
    await ace.client.call('POST /api/nft-groups/{walletAddress}', {
      params: { walletAddress: ace.address },
      body: { groups: [{ groupId: 'g1', groupName: 'Favourites', nftTokenIds: [card] }] },
    });
    const picture = async (more?: { profilePictureCard: string }) => {
      const params = { walletAddress: ace.address };
      const path = 'PATCH /api/users/{walletAddress}/profile';
      if (more !== undefined) await ace.client.call(path, { params, body: more });
      return (await ace.client.call('GET /api/users/{walletAddress}', { params })).profilePicture;
    };
    expect(await picture({ profilePictureCard: card })).not.toBeNull();
    const before = await balanceOf(ace);
    expect(before).toBe(2n * SUI);

    const draft = await prepare(ace, card, duo.address);
    expect(draft).toMatchObject({
      walletAddress: ace.address,
      cardId: card,
      recipient: duo.address,
      status: 'open',
      ties: { entries: [{ id: entryId, entryCount: 1 }], groupName: 'Favourites' },
    });
    const { V1: data } = bcs.TransactionData.parse(Buffer.from(draft.transaction, 'base64'));
    expect(data.sender).toBe(ace.address);
    expect(BigInt(data.gasData.budget)).toBeLessThanOrEqual(DRY_RUN_BUDGET);
    expect(await countOf(ace)).toBe(6); // prepared, not done

    const sent = await handIn(ace, draft.id, await sign(draft, `ace ${count}`));
    expect(['sent', 'done']).toContain(sent.status);
    const done = await settled(ace, draft.id);
    expect(done).toMatchObject({ status: 'done', digest: draft.digest, fee: draft.fee });

    expect(product.ledger.object(card).owner).toMatchObject({ address: duo.address });
    expect([await countOf(ace), await countOf(duo)]).toEqual([5, 3]);
    expect(await cardsOf(ace)).toEqual(expect.arrayContaining(others));
    expect(await cardsOf(duo)).toContain(card);
    expect(await picture(), 'the picture falls away with the card').toBeNull();
    const [entry] = await ace.client.entries();
    expect(entry).toMatchObject({ id: entryId, hasRequiredCards: false });
    expect(before - (await balanceOf(ace))).toBe(BigInt(done.fee));

    // The readings that follow find the same.
    await product.clock.advance(31_000);
    await product.app.runJob('reread wallets');
    expect([await countOf(ace), await countOf(duo)]).toEqual([5, 3]);
    for (const { client } of [ace, duo]) {
      const { syncedAt } = await client.user();
      expect(syncedAt).toBe(product.clock.now().toISOString());
    }
  });

  it('is not undone by a reading of the sender that began before', async () => {
    await product.clock.advance(31_000);
    const reading = await product.holdUpSync(ace.address);
    await send(duo.address);
    // It begins anew after a moment.
    const { body } = await product.nudged(reading.end());
    expect(body).toMatchObject({ totalNfts: 5, isFresh: true });
    expect([await countOf(ace), await countOf(duo)]).toEqual([5, 3]);
  });

  it('is not undone for long by a node that does not show it yet', { tags: 'H1' }, async () => {
    await product.clock.advance(31_000);
    await product.sql`UPDATE readings SET wanted_at = NULL`; // what earlier tests left to do
    const [card = ''] = cards;
    const { address } = product.person(`unknown ${count}`);
    expect((await send(address)).status).toBe('done');

    transfer(product.ledger, card, ace.address);
    await ace.client.sync();
    transfer(product.ledger, card, address);
    await product.clock.advance(31_000);
    await product.app.runJob('reread wallets');
    expect(await countOf(ace)).toBe(5);
  });

  it('goes to the wallet behind a SuiNS name, whose address is told in full', async () => {
    product.ledger.names.set(`duo-${count}.sui`, duo.address);
    for (const name of [`duo-${count}.sui`, `@Duo-${count}`]) {
      expect((await prepare(ace, cards[0]!, name)).recipient).toBe(duo.address);
    }
  });

  it('goes to a wallet that was never here, too', async () => {
    const stranger = product.person(`stranger ${count}`);
    expect((await send(stranger.address)).status).toBe('done');
    expect(await countOf(ace)).toBe(5);
    await stranger.client.sync();
    expect(await countOf(stranger)).toBe(1);
  });

  describe('when it is prepared', () => {
    it.each([
      ['for half an address', '0x1234', '400 bad-recipient'],
      ['for words', 'my friend', '400 bad-recipient'],
      ['for a malformed name', '-.sui', '400 bad-recipient'],
      ['for a name of nobody', 'nobody-at-all.sui', '400 recipient-unknown'],
      ['for the system', `0x${'2'.padStart(64, '0')}`, '400 recipient-is-object'],
    ])('is refused %s', async (_, recipient, refusal) => {
      expect(await outcomeOf(prepare(ace, cards[0]!, recipient))).toBe(refusal);
    });

    it('is refused to a name that leads to the system', async () => {
      product.ledger.names.set(`system-${count}.sui`, `0x${'2'.padStart(64, '0')}` as Address);
      const prepared = prepare(ace, cards[0]!, `system-${count}.sui`);
      expect(await outcomeOf(prepared)).toBe('400 recipient-is-object');
    });

    it('is refused to oneself and to an object', async () => {
      expect(await outcomeOf(prepare(ace, cards[0]!, ace.address))).toBe('400 own-recipient');
      product.ledger.names.set(`me-${count}.sui`, ace.address);
      expect(await outcomeOf(prepare(ace, cards[0]!, `me-${count}.sui`))).toBe('400 own-recipient');
      const { kioskId } = createKiosk(product.ledger, duo.address);
      expect(await outcomeOf(prepare(ace, cards[0]!, kioskId))).toBe('400 recipient-is-object');
    });

    it('is refused for a card in a kiosk, a card that is gone and a card of somebody else', {
      tags: 'cards-9',
    }, async () => {
      const { kioskId } = createKiosk(product.ledger, ace.address);
      const [placed] = mintMany(product.ledger, ace.address, 1, { kioskId });
      await product.clock.advance(31_000);
      await ace.client.sync();
      expect(await outcomeOf(prepare(ace, placed!, duo.address))).toBe('409 card-in-kiosk');
      const [foreign] = await cardsOf(duo);
      expect(await outcomeOf(prepare(ace, foreign!, duo.address))).toBe('409 card-not-in-wallet');
      transfer(product.ledger, cards[1]!, duo.address); // sold since the last reading
      expect(await outcomeOf(prepare(ace, cards[1]!, duo.address))).toBe('409 card-not-in-wallet');
    });

    it('is refused without coins for the fee', async () => {
      const poor = await product.collector(`poor ${count}`);
      const [card] = product.mint(poor.address, 1);
      mintCoin(product.ledger, poor.address, 500n);
      await poor.client.sync();
      expect(await outcomeOf(prepare(poor, card!, duo.address))).toBe('409 fee-not-covered');
    });

    it('is refused while the chain is away, when no balance is known either', async () => {
      product.node.faults.set({ kind: '502' });
      onTestFinished(() => product.node.faults.clear());
      expect(await outcomeOf(prepare(ace, cards[0]!, duo.address))).toBe('503 chain-unreachable');
      expect(await outcomeOf(balanceOf(ace))).toBe('503 chain-unreachable');
    });
  });

  describe('when it is handed in', () => {
    it('is refused with the signature of another key', { tags: 'cards-8' }, async () => {
      const draft = await prepare(ace, cards[0]!, duo.address);
      const foreign = await sign(draft, `duo ${count}`);
      const attempt = () => outcomeOf(handIn(ace, draft.id, foreign));
      expect(await attempt()).toBe('409 transaction-refused');
      expect(await attempt()).toBe('409 transaction-refused');
      expect((await settled(ace, draft.id)).status).toBe('refused');
      expect(await outcomeOf(handIn(ace, draft.id, 'no base64!'))).toBe('409 transaction-refused');
      expect(product.ledger.object(cards[0]!).owner).toMatchObject({ address: ace.address });
      expect([await countOf(ace), await countOf(duo)]).toEqual([6, 2]);
    });

    it('is refused to somebody else, who cannot even look at it', async () => {
      const draft = await prepare(ace, cards[0]!, duo.address);
      const signature = await sign(draft, `ace ${count}`);
      expect(await outcomeOf(handIn(duo, draft.id, signature))).toBe('403 not-yours');
      const look = duo.client.call('GET /api/transfers/{id}', { params: { id: draft.id } });
      expect(await outcomeOf(look)).toBe('403 not-yours');
      expect((await settled(ace, draft.id)).status).toBe('open');
    });

    it('is refused when it was never prepared, was replaced, or is too old', async () => {
      expect(await outcomeOf(handIn(ace, 'none', 'AAAA'))).toBe('404 transfer-unknown');
      const first = await prepare(ace, cards[0]!, duo.address);
      const second = await prepare(ace, cards[1]!, duo.address);
      const replaced = handIn(ace, first.id, await sign(first, `ace ${count}`));
      expect(await outcomeOf(replaced)).toBe('404 transfer-unknown');
      await product.clock.advance(TRANSFER_OPEN_SECONDS * 1000);
      const late = handIn(ace, second.id, await sign(second, `ace ${count}`));
      expect(await outcomeOf(late)).toBe('409 transfer-expired');
      expect(await countOf(ace)).toBe(6);
    });

    it('is refused when the card has moved meanwhile', async () => {
      const draft = await prepare(ace, cards[0]!, duo.address);
      transfer(product.ledger, cards[0]!, duo.address);
      const attempt = handIn(ace, draft.id, await sign(draft, `ace ${count}`));
      expect(await outcomeOf(attempt)).toBe('409 transaction-refused');
    });
  });

  it('runs once, however often it is handed in at once', async () => {
    const draft = await prepare(ace, cards[0]!, duo.address);
    const signature = await sign(draft, `ace ${count}`);
    product.node.requests.reset();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => handIn(ace, draft.id, signature)),
    );
    expect(new Set(answers.map(({ digest }) => digest))).toEqual(new Set([draft.digest]));
    expect((await settled(ace, draft.id)).status).toBe('done');
    expect(product.node.requests.count('grpc', 'ExecuteTransaction')).toBe(1);
    expect((await handIn(ace, draft.id, signature)).status).toBe('done');
    // Whoever follows it later finds its result stored.
    await createTransferStore(product.sql).settle(draft.id, 'failed', 0n);
    expect((await settled(ace, draft.id)).status).toBe('done');
  });

  it('is forgotten a day after it could be signed, and never while it is looked for', async () => {
    const forget = () => product.app.runJob('remove old transfers');
    const look = ({ id }: TransferDraft) => statusWhen(ace, id, () => true);
    const sent = await prepare(ace, cards[0]!, duo.address);
    const now = product.clock.now();
    await createTransferStore(product.sql).take(sent.id, 'AAAA', now, now);
    const open = await prepare(ace, cards[1]!, duo.address);
    await forget();
    expect((await look(open)).status).toBe('open');
    await product.clock.advance(25 * 60 * 60 * 1000);
    await forget();
    expect(await outcomeOf(look(open))).toBe('404 transfer-unknown');
    expect((await look(sent)).status).toBe('sent');
    await product.sql`DELETE FROM card_transfers WHERE id = ${sent.id}`;
  });

  it('is forgotten as soon as it can no longer be signed when its signature was refused', async () => {
    const refused = await prepare(ace, cards[0]!, duo.address);
    expect(await outcomeOf(handIn(ace, refused.id, 'AA=='))).toBe('409 transaction-refused');
    const kept = () => product.sql`SELECT FROM card_transfers WHERE id = ${refused.id}`;
    await product.app.runJob('remove old transfers');
    expect(await kept()).toHaveLength(1);
    await product.clock.advance(11 * 60 * 1000);
    await product.app.runJob('remove old transfers');
    expect(await kept()).toEqual([]);
  });

  it('is found when the answer to it was lost', async () => {
    product.node.faults.set({ kind: 'cut-body', method: 'ExecuteTransaction', times: 1 });
    expect((await send(duo.address)).status).toBe('done');
    expect([await countOf(ace), await countOf(duo)]).toEqual([5, 3]);
  });

  it('that ran before it was handed in, and whose card went on since, gives nobody a card', {
    tags: 'H1',
  }, async () => {
    const { card, draft, signature } = await executedElsewhere();
    transfer(product.ledger, card, product.person(`buyer ${count}`).address);
    await handIn(ace, draft.id, signature);
    expect((await settled(ace, draft.id)).status).toBe('done');
    expect([await countOf(duo), await cardsOf(duo)]).toEqual([
      2,
      expect.not.arrayContaining([card]),
    ]);
    await product.clock.advance(31_000);
    await product.sql`UPDATE readings SET wanted_at = NULL WHERE wallet <> ${ace.address}`;
    await product.app.runJob('reread wallets');
    expect([await countOf(ace), await countOf(duo)]).toEqual([5, 2]);
  });

  it('whose card came straight back before it was looked for is done, and gives nobody a card', {
    tags: 'H1',
  }, async () => {
    const { card, draft, signature } = await executedElsewhere();
    transfer(product.ledger, card, ace.address);
    await handIn(ace, draft.id, signature);
    // Else it waits for the node.
    const { status } = await product.nudged(settled(ace, draft.id), WAIT_POLL_MS);
    expect(status).toBe('done');
    expect([await countOf(ace), await countOf(duo)]).toEqual([6, 2]);
  });

  it('whose card its receiver put into a kiosk before it was looked for counts for the receiver', {
    tags: 'H1',
  }, async () => {
    const { card, draft, signature } = await executedElsewhere();
    const { kioskId } = createKiosk(product.ledger, duo.address);
    placeInKiosk(product.ledger, kioskId, card);
    await product.sql`UPDATE readings SET wanted_at = NULL`; // what earlier tests left to do
    await handIn(ace, draft.id, signature);
    expect((await settled(ace, draft.id)).status).toBe('done');
    await product.clock.advance(31_000);
    await product.app.runJob('reread wallets');
    expect([await countOf(ace), await countOf(duo)]).toEqual([5, 3]);
  });

  it.each([
    ['is gone', 1_000],
    ['is gone, and the clock was set back', 3_600_000],
  ])('is found by another server when the one that handed it in %s', async (_, leaseMs) => {
    const draft = await prepare(ace, cards[0]!, duo.address);
    const transaction = Buffer.from(draft.transaction, 'base64');
    const store = createTransferStore(product.sql);
    const now = product.clock.now();
    const signature = await sign(draft, `ace ${count}`);
    await store.take(draft.id, signature, now, new Date(now.getTime() + leaseMs));
    const signatures = [signature];
    await connect(product.node, 'grpc').core.executeTransaction({ transaction, signatures });
    if (leaseMs === 1_000) {
      await product.app.runJob('follow transfers');
      expect((await statusWhen(ace, draft.id, () => true)).status).toBe('sent'); // still somebody's
      await product.clock.advance(1_000);
    }
    await product.app.runJob('follow transfers');
    expect((await settled(ace, draft.id)).status).toBe('done');
    expect(await countOf(duo)).toBe(3);
    const followed = await product.sql`
      SELECT FROM card_transfers WHERE id = ${draft.id} AND look_at IS NOT NULL`;
    expect(followed, 'nobody looks for it any more').toEqual([]);
  });

  it('reaches the chain although the server was killed before it had sent it', async () => {
    const draft = await prepare(ace, cards[0]!, duo.address);
    const now = product.clock.now();
    const signature = await sign(draft, `ace ${count}`);
    await createTransferStore(product.sql).take(draft.id, signature, now, now);
    await product.app.runJob('follow transfers');
    expect((await settled(ace, draft.id)).status).toBe('done');
    expect([await countOf(ace), await countOf(duo)]).toEqual([5, 3]);
  });

  it('that the chain refuses when it is sent once more is looked for all the same', async () => {
    const { draft } = await executedElsewhere();
    const now = product.clock.now();
    await createTransferStore(product.sql).take(draft.id, 'AAAA', now, now);
    await product.app.runJob('follow transfers');
    expect((await settled(ace, draft.id)).status).toBe('done');
  });

  describe('on a chain that does not show it in time', () => {
    const EFFECTS = { digest: 'd', succeeded: true, failure: null, gasUsed: 5n, version: 7n };
    const FAILED = { succeeded: false, failure: 'MoveAbort' };
    /** Who has the card. */
    let owner: Person;

    /** The use cases over the real store, on a chain that answers what it is told. */
    async function onChain(waitFor: () => Promise<TransactionEffects>, isTrialFine = true) {
      const store = createTransferStore(product.sql);
      await product.sql`DELETE FROM card_transfers`;
      const moved: unknown[] = [];
      const paid: unknown[] = [];
      const sent: unknown[] = [];
      const transfers = createTransfers({
        store,
        chain: {
          resolveName: async () => null,
          // A recipient is no object.
          objects: async ([id]) => [
            id === cards[0] ? ({ owner: owner.address, version: 7n } as ChainObject) : null,
          ],
          buildCardTransfer: async () => new Uint8Array([1]),
          dryRun: async () => (isTrialFine ? EFFECTS : { ...EFFECTS, ...FAILED }),
          execute: async (_transaction, [signature]) => {
            sent.push(signature);
            return EFFECTS;
          },
          waitFor,
        },
        features: {
          placeOf: async () => 'wallet',
          tiesOf: async () => ({ entries: [], groupName: null }),
          recordMove: async (move) => void moved.push(move),
          readBoth: async () => undefined,
          recordFee: (wallet) => void paid.push(wallet),
        },
        clock: product.clock,
        log: pino({ level: 'silent' }),
      });
      const { transfer } = await transfers.prepare(ace.address, cards[0]!, duo.address);
      await transfers.execute(ace.address, transfer.id, 'AAAA');
      return { transfers, store, moved, paid, sent, id: transfer.id };
    }
    beforeEach(() => {
      owner = duo;
    });

    it('is not done while the node shows the card with the sender', {
      tags: 'cards-8',
    }, async () => {
      owner = ace;
      const { transfers, moved, id } = await onChain(async () => EFFECTS);
      const status = async () => (await statusWhen(ace, id, () => true)).status;
      while ((await status()) === 'sent') await product.clock.advance(WAIT_POLL_MS);
      expect([await status(), moved]).toEqual(['late', []]);
      owner = duo;
      await product.clock.advance(FOLLOW_RETRY_SECONDS * 1000);
      await transfers.followDue();
      await expect.poll(status).toBe('done');
      expect(moved).toHaveLength(1);
    });

    const away = async (): Promise<never> => {
      throw new ChainUnreachableError('not seen within 60 s');
    };

    it('is late, is looked for again and again, sent again while it could be signed, and given up after an hour', async () => {
      let waits = 0;
      const { transfers, moved, sent, id } = await onChain(() => {
        waits += 1;
        return away();
      });
      const lookAt = async () => {
        const [row] = await product.sql<{ at: Date | null }[]>`
          SELECT look_at AS at FROM card_transfers WHERE id = ${id}`;
        return row?.at?.getTime() ?? null;
      };
      const soon = () => product.clock.now().getTime() + FOLLOW_RETRY_SECONDS * 1000;
      await expect.poll(lookAt).toBe(soon());
      expect((await settled(ace, id)).status).toBe('late');
      await product.clock.advance(FOLLOW_RETRY_SECONDS * 1000);
      await transfers.followDue();
      await expect.poll(lookAt).toBe(soon());
      expect([waits, sent]).toEqual([2, ['AAAA', 'AAAA']]);
      await product.clock.advance(FOLLOW_MAX_SECONDS * 1000);
      await transfers.followDue();
      await expect.poll(lookAt).toBeNull();
      expect([waits, sent]).toEqual([3, ['AAAA', 'AAAA']]);
      expect(moved).toEqual([]);
    });

    it('is not sent again once its sender has handed in another one, which may pay with the same coin', async () => {
      const { transfers, store, sent, id } = await onChain(away);
      expect((await settled(ace, id)).status).toBe('late');
      const { transfer } = await transfers.prepare(ace.address, cards[0]!, duo.address);
      await transfers.execute(ace.address, transfer.id, 'BBBB');
      expect((await settled(ace, transfer.id)).status).toBe('late');
      await product.clock.advance(FOLLOW_RETRY_SECONDS * 1000);
      await transfers.followDue();
      await expect.poll(() => sent).toEqual(['AAAA', 'BBBB', 'BBBB']);
      await transfers.execute(ace.address, id, 'AAAA'); // handed in before: it changes nothing
      expect(await store.find(transfer.id)).toMatchObject({ signature: 'BBBB' });
    });

    it('is left to the next start when the server stops meanwhile', async () => {
      const stopped = Promise.withResolvers<never>();
      const { transfers, store } = await onChain(() => stopped.promise);
      const setLate = vi.spyOn(store, 'setLate');
      transfers.close();
      stopped.reject(new ChainUnreachableError('closed'));
      await expect(stopped.promise).rejects.toThrow('closed');
      expect(setLate).not.toHaveBeenCalled();
    });

    it('is told as failed when it failed on the chain', async () => {
      const effects = { ...EFFECTS, ...FAILED, gasUsed: 7n };
      const { id, moved, paid } = await onChain(async () => effects);
      expect(await settled(ace, id)).toMatchObject({ status: 'failed', fee: '7' });
      expect(moved).toEqual([]);
      expect(paid, 'the fee is paid all the same').toEqual([ace.address]);
    });

    it('is not offered when its trial fails', { tags: 'cards-8' }, async () => {
      await expect(onChain(away, false)).rejects.toThrow('MoveAbort');
      expect(await product.sql`SELECT FROM card_transfers`).toEqual([]);
    });
  });
});
