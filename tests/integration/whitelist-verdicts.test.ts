/** Verdicts of a freeze, wallet by wallet: who may write them, and for whom a card counts that two had. */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { MerkleBuilder } from '#rules/merkle.ts';
import { cardsHash, ListCheck, leafHash, readLine } from '#rules/round-list.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import { createEntryStore } from '#server/whitelist/entry-store.ts';
import { createFreezeStore, type WalletEvidence } from '#server/whitelist/freeze-store.ts';
import { createPublishStore } from '#server/whitelist/publish-store.ts';
import { createPublished } from '#server/whitelist/published.ts';
import { createRoundStore } from '#server/whitelist/round-store.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { storeEntries } from '#tests/support/many-entries.ts';

const id = (n: number): Address => canonicalAddress(`0x${n.toString(16)}`) as Address;
const ids = (from: number, count = 5) => Array.from({ length: count }, (_, n) => id(from + n));
const [ALICE, BOB, ADMIN] = [id(0xa11ce), id(0xb0b), id(0xad)];
const START = new Date('2026-11-20T12:00:00Z');
const second = (n: number) => new Date(START.getTime() + n * 1000);
const sha3 = (bytes: Uint8Array) => createHash('sha3-256').update(bytes).digest();
const READER = { network: '192.0.2.1', isGone: () => false };
const CHECKPOINTS = { before: 5n, after: 7n };

const evidence = (wallet: Address, at: number, cards: readonly Address[]): WalletEvidence => ({
  wallet,
  readAt: second(at),
  cards: new Map(
    cards.map((card) => [card, { place: 'wallet', kioskId: null, isListed: false }] as const),
  ),
});

describe('the verdicts of a freeze', () => {
  let db: TestDatabase;
  let freezing: ReturnType<typeof createFreezeStore>;
  let publishing: ReturnType<typeof createPublishStore>;

  beforeEach(async () => {
    db = await forThisFile(startDatabase());
    freezing = createFreezeStore(db.sql);
    publishing = createPublishStore(db.sql);
  });

  const lease = async (name = 'one', at = 0) =>
    (await freezing.lease(name, second(at), second(at + 15)))!;

  /** Registers as if nobody else had these cards, then begins the freeze. */
  async function freezeOf(...registered: [wallet: Address, cards: readonly Address[]][]) {
    const entries = createEntryStore(db.sql);
    for (const [at, [wallet, cards]] of registered.entries()) {
      await db.sql`DELETE FROM whitelist_claims WHERE card_id = ANY(${[...cards]}::text[])`;
      await entries.insert({
        id: `entry-${at + 1}`,
        wallet,
        cardIds: cards,
        selectionHash: Buffer.from(`${at}`),
        entryCount: Math.floor(cards.length / 5),
        now: START,
        readAt: START,
      });
    }
    await createRoundStore(db.sql).beginFreeze(ADMIN, START, () => true);
  }

  const verdicts = async () =>
    Object.fromEntries(
      (await publishing.verdicts(1, '', 0, 100)).map((row) => [row.entryId, row.verdict]),
    );
  const round = () => createRoundStore(db.sql).current();

  it.each([
    ['the seller was read first', 1, 2],
    ['the buyer was read first', 2, 1],
  ])(
    'count a card in two wallets for the later reading: %s',
    { tags: 'whitelist-20' },
    async (_, a, b) => {
      const shared = id(0x100);
      await freezeOf([ALICE, [shared, ...ids(0x200, 4)]], [BOB, [shared, ...ids(0x300, 4)]]);
      const one = await lease();
      const [alice, bob] = [
        evidence(ALICE, a, [shared, ...ids(0x200, 4)]),
        evidence(BOB, b, [shared, ...ids(0x300, 4)]),
      ];
      for (const read of a < b ? [alice, bob] : [bob, alice]) {
        expect(await freezing.record(one, [read], CHECKPOINTS)).toBe(true);
      }
      expect(await publishing.publish(one, second(9))).toBe(true);
      expect(await verdicts()).toEqual(
        a < b
          ? { 'entry-1': 'taken', 'entry-2': 'held' }
          : { 'entry-1': 'held', 'entry-2': 'taken' },
      );
      expect(await round()).toMatchObject({ leaves: 1, counted: 1, entries: 1 });
    },
  );

  it('count the registration that a card backed, when one wallet names it in two', async () => {
    await freezeOf([ALICE, ids(0x100)], [ALICE, [id(0x100), ...ids(0x200, 4)]]);
    const one = await lease();
    const all = [...ids(0x100), ...ids(0x200)];
    await freezing.record(one, [evidence(ALICE, 1, all)], CHECKPOINTS);
    await publishing.publish(one, second(9));
    expect(await verdicts()).toEqual({ 'entry-1': 'taken', 'entry-2': 'held' });
    expect(await publishing.lines(1, -1, 10)).toHaveLength(1);
  });

  it('count the older registration when the card backed neither', async () => {
    await freezeOf([ALICE, ids(0x100)], [ALICE, [id(0x100), ...ids(0x200, 4)]]);
    await db.sql`DELETE FROM whitelist_claims`;
    const one = await lease();
    const all = [...ids(0x100), ...ids(0x200)];
    await freezing.record(one, [evidence(ALICE, 1, all)], CHECKPOINTS);
    await publishing.publish(one, second(9));
    expect(await verdicts()).toEqual({ 'entry-1': 'held', 'entry-2': 'taken' });
  });

  it('stand once they are written, by one server at a time', {
    tags: 'whitelist-21',
  }, async () => {
    await freezeOf([ALICE, ids(0x100)], [BOB, ids(0x200)]);
    const one = await lease('one');
    expect(await freezing.lease('two', second(14), second(29))).toBeNull();
    await freezing.record(one, [evidence(ALICE, 1, ids(0x100))], CHECKPOINTS);
    expect(await publishing.publish(one, second(2)), 'somebody has no verdict yet').toBe(false);

    const two = await lease('two', 16);
    const late = [evidence(ALICE, 17, []), evidence(BOB, 17, ids(0x200))];
    expect(await freezing.record(one, late, CHECKPOINTS)).toBe(false);
    expect(await freezing.extend(one, second(40))).toBe(false);
    expect(await freezing.record(two, late, CHECKPOINTS)).toBe(true);
    expect(await publishing.publish(one, second(18))).toBe(false);
    expect(await publishing.publish(two, second(18))).toBe(true);
    expect(await verdicts()).toEqual({ 'entry-1': 'held', 'entry-2': 'held' });
    expect(await publishing.publish(two, second(19)), 'it is over').toBe(false);
  });

  it('are published whole and in order, however many there are', {
    tags: ['whitelist-20', 'whitelist-23'],
  }, async () => {
    await storeEntries(db.sql, 1, 1_203);
    // One less of the first wallet: else no wallet would stand in two portions of 1,000 registrations.
    await db.sql`UPDATE whitelist_entries SET deleted_at = now()
      WHERE seq = (SELECT seq FROM whitelist_entries ORDER BY wallet, seq LIMIT 1)`;
    const page = { limit: 2_000, before: null, isHeldOnly: false };
    const registered = await createEntryStore(db.sql).newest(page);
    const cardsOf = new Map<Address, Address[]>();
    for (const { wallet, cardIds } of registered) {
      cardsOf.set(wallet, [...(cardsOf.get(wallet) ?? []), ...(cardIds as Address[])]);
    }
    await createRoundStore(db.sql).beginFreeze(ADMIN, START, () => true);
    const one = await lease();
    const read = [...cardsOf].map(([wallet, cards]) => evidence(wallet, 1, cards));
    await freezing.record(one, read, CHECKPOINTS);
    expect(await publishing.publish(one, second(9))).toBe(true);

    const bus = createEventBus(() => {});
    const published = createPublished({ store: publishing, rounds: { find: round }, bus });
    const { root, leaves } = await round();
    const frozen = await published.require(1, undefined);
    const lines = async (file: AsyncGenerator<string>) =>
      (await text(file)).split('\n').slice(0, -1);
    const [builder, check] = [new MerkleBuilder(sha3), new ListCheck()];
    for (const [index, line] of (await lines(published.list(frozen, READER))).entries()) {
      const wallet = readLine(line)!;
      expect(check.add(wallet, index + 1)).toEqual([]);
      expect(wallet.cards).toEqual(cardsOf.get(wallet.address)?.toSorted());
      builder.add(leafHash(sha3, { ...wallet, cards: cardsHash(sha3, wallet.cards) }));
    }
    const tree = builder.finish();
    expect(tree.leaves).toBe(cardsOf.size);
    expect([Buffer.from(tree.root), tree.leaves]).toEqual([root, leaves]);
    const told = (await lines(published.evidence(frozen, READER))).map((line) => JSON.parse(line));
    expect(told.map(({ registration }) => registration).toSorted()).toEqual(
      registered.map(({ id }) => id).toSorted(),
    );
  });

  it('are told a few at a time where registrations name very many cards', async () => {
    await freezeOf([ALICE, ids(0x100)], [ALICE, ids(0x200)], [BOB, ids(0x300)]);
    const one = await lease();
    const read = [evidence(ALICE, 1, []), evidence(BOB, 1, [])];
    await freezing.record(one, read, CHECKPOINTS);
    await db.sql`UPDATE whitelist_round_verdicts SET entry_count = 2000`;
    await publishing.publish(one, second(9));
    const bus = createEventBus(() => {});
    const published = createPublished({ store: publishing, rounds: { find: round }, bus });
    const told: number[] = [];
    for await (const part of published.evidence(await published.require(1, undefined), READER)) {
      told.push(part.split('\n').length - 1);
    }
    expect(told).toEqual([2, 1]);
  });

  it('are told a portion at a time, however many read them at once', async () => {
    await freezeOf([ALICE, ids(0x100)], [BOB, ids(0x200)]);
    const one = await lease();
    await freezing.record(one, [evidence(ALICE, 1, []), evidence(BOB, 1, [])], CHECKPOINTS);
    await publishing.publish(one, second(9));
    let [now, most] = [0, 0];
    const counted =
      <A extends unknown[], T>(read: (...args: A) => Promise<T>) =>
      async (...args: A) => {
        now += 1;
        most = Math.max(most, now);
        return read(...args).finally(() => {
          now -= 1;
        });
      };
    const store = {
      ...publishing,
      lines: counted(publishing.lines),
      verdicts: counted(publishing.verdicts),
    };
    const bus = createEventBus(() => {});
    const published = createPublished({ store, rounds: { find: round }, bus });
    const frozen = await published.require(1, undefined);
    const files = Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0 ? published.evidence(frozen, READER) : published.list(frozen, READER),
    );
    const partsOf = async (file: AsyncGenerator<string>) => {
      let parts = 0;
      for await (const _ of file) parts += 1;
      return parts;
    };
    // Nobody is in the list: the cards of both were gone.
    const told = await Promise.all(files.map(partsOf));
    expect(told).toEqual(files.map((_, at) => (at % 2 === 0 ? 1 : 0)));
    expect(most).toBe(1);
  });

  it('make an empty list with a root when nobody registered', {
    tags: 'whitelist-23',
  }, async () => {
    await freezeOf();
    const one = await lease();
    expect(await publishing.publish(one, second(1))).toBe(true);
    expect(await round()).toMatchObject({
      stage: 'frozen',
      leaves: 0,
      entries: 0,
      firstCheckpoint: null,
    });
  });
});
