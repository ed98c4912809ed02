/** A limit for concurrent wallet readings, and the order of those that wait. */
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { createCards } from '#server/cards/cards.ts';
import { createReadingStore } from '#server/cards/reading-store.ts';
import { ChainUnreachableError, type HeldCard, UnfinishedReadingError } from '#server/sui/chain.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { startProduct } from '#tests/support/in-process-product.ts';

// The node is slow until the test says otherwise: none of its requests may time out meanwhile.
const timeouts = { request: 120_000, call: 120_000, holdings: 120_000 };
const product = await forThisFile(startProduct({ config: { rateLimitFactor: 1 }, timeouts }));

const wallets = (from: number, count: number): Address[] =>
  Array.from({ length: count }, (_, at) => canonicalAddress(`0x${(from + at).toString(16)}`)!);
const free = () => undefined;
const holdUp = () =>
  product.node.faults.set({ kind: 'slow', method: 'ListOwnedObjects', ms: 120_000 });
/** Whole readings begin by asking for the three kinds of kiosk keys and the cards. */
const asked = () => product.node.requests.count('grpc', 'ListOwnedObjects') / 4;
const underWay = async () => {
  const rows = await product.sql<{ wallet: Address }[]>`
    SELECT wallet FROM readings WHERE reader IS NOT NULL ORDER BY wallet`;
  return rows.map(({ wallet }) => wallet);
};
const poll = (figure: () => number) => expect.poll(figure, { timeout: 10_000 });
/** How many began to wait for so long, in ms. */
const waits = (ms: number) => product.clock.slept.filter((slept) => slept === ms).length;

describe('a chain that hangs', () => {
  it('is asked for gates first, then for the server’s own readings, then for strangers', async () => {
    const { cards, runJob } = product.app;
    const [strangers, sold, people] = [
      wallets(0x1000, 20),
      wallets(0x2000, 12),
      wallets(0x3000, 12),
    ];
    for (const wallet of [...strangers, ...people]) {
      product.mint(wallet, 1);
      await cards.sync(wallet, false, free);
    }
    await product.clock.advance(61_000);
    product.node.requests.reset();
    for (const wallet of sold)
      await product.sql`
      INSERT INTO collectors (wallet, count_reached_at, seen_at, created_at)
      VALUES (${wallet}, now(), '-infinity', ${product.clock.now()})`;
    await createReadingStore(product.sql).request(product.sql, sold, product.clock.now());
    holdUp();

    const syncs = strangers.map((wallet) => cards.sync(wallet, false, free));
    await poll(() => waits(10_000)).toBe(16);
    await poll(asked).toBe(4);
    const rounds = Array.from({ length: 6 }, () => runJob('reread wallets'));
    await poll(() => waits(20_000)).toBe(8);
    await poll(asked).toBe(8);
    // Four more at once, however many others wait.
    const gates = people.map((wallet) => cards.requireFreshHoldings(wallet, 60, free));
    await poll(() => waits(20_000)).toBe(16);
    await poll(asked).toBe(12);

    // The owner of a wallet that a stranger waits for.
    const first = await underWay();
    expect(first).toHaveLength(12);
    const raised = strangers.find((wallet) => !first.includes(wallet))!;
    gates.push(cards.requireFreshHoldings(raised, 60, free));
    await poll(() => waits(20_000)).toBe(17);
    expect(asked()).toBe(12);
    expect(await underWay()).toEqual(first);
    holdUp(); // lets go on what was held up, and holds up the next
    await poll(asked).toBe(24);
    const next = await underWay();
    const waitingPeople = people.filter((wallet) => !first.includes(wallet));
    expect(next).toHaveLength(12);
    expect(next).toEqual(expect.arrayContaining([...waitingPeople, raised]));
    expect(next.filter((wallet) => sold.includes(wallet))).toHaveLength(3);

    // Strangers wait 10 s; the others go on.
    await product.clock.advance(10_000);
    product.node.faults.clear();
    const told = await Promise.all(syncs);
    expect(told.filter(({ isFresh }) => !isFresh)).toHaveLength(15);
    expect(await Promise.all(gates)).toHaveLength(13);
    await Promise.all(rounds);
    expect(asked()).toBe(4 + 12 + 13);
  });
});

describe('a wallet that one reading does not get to the end of', () => {
  it('is read on after the pause that follows a whole reading', { tags: 'I8' }, async () => {
    let asked = 0;
    let answer: () => HeldCard[] = () => {
      throw new UnfinishedReadingError('1000 pages read, more left');
    };
    const cards = createCards({
      sql: product.sql,
      chain: {
        heldCards: async () => {
          asked += 1;
          return answer();
        },
      },
      collectors: {
        ensure: async () => {},
        isKnown: async () => true,
        recordCount: async () => {},
        recordMove: async () => {},
        recordReading: async () => {},
        recordFailedReading: async () => {},
      },
      bus: product.bus,
      clock: product.clock,
      log: pino({ level: 'silent' }),
    });
    const { address } = await product.collector('crowded');
    const timesAsked = async () => {
      const before = asked;
      for (const isOwner of [true, false, true]) {
        await cards.sync(address, isOwner, free).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ChainUnreachableError);
        });
      }
      return asked - before;
    };
    expect(await timesAsked()).toBe(1);
    await product.clock.advance(29_000);
    expect(await timesAsked()).toBe(0);
    await product.clock.advance(1_000);
    expect(await timesAsked()).toBe(1);
    await product.clock.advance(-3_600_000); // how long ago that was, nobody knows
    expect(await timesAsked()).toBe(1);
    await product.clock.advance(30_000);
    answer = () => [];
    expect(await cards.sync(address, true, free)).toMatchObject({ totalNfts: 0, isFresh: true });

    // A node that does not answer is asked again at once.
    await product.clock.advance(30_000);
    answer = () => {
      throw new ChainUnreachableError('away');
    };
    expect(await timesAsked()).toBe(3);
  });
});
