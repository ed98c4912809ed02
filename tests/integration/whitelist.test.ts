/** The whitelist on a real PostgreSQL; holdings come from a test double. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Address, canonicalAddress } from '#rules/address.ts';
import type { Holdings } from '#rules/cards.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { createClaimStore } from '#server/whitelist/claim-store.ts';
import { createEntries, type Entries, type HeldCards } from '#server/whitelist/entries.ts';
import { createEntryStore } from '#server/whitelist/entry-store.ts';
import { createRoundStore } from '#server/whitelist/round-store.ts';
import { startDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';

const id = (n: number): Address => canonicalAddress(`0x${n.toString(16)}`) as Address;
const cards = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => id(from + i));
const ALICE = id(0xa11ce);
const BOB = id(0xb0b);

/** Who holds what on the chain, and what each wallet's last reading said. */
class Ledger implements HeldCards {
  readonly onChain = new Map<Address, readonly Address[]>();
  readonly readings = new Map<Address, Holdings>();
  readonly clock: ManualClock;
  isDown = false;
  reads = 0;

  constructor(clock: ManualClock) {
    this.clock = clock;
  }

  async requireFreshHoldings(wallet: Address, maxAgeSeconds: number) {
    const last = this.readings.get(wallet);
    const age = last ? (this.clock.now().getTime() - last.readAt.getTime()) / 1000 : Infinity;
    if (last && age < maxAgeSeconds) return last;
    if (this.isDown) throw new ChainUnreachableError('down');
    this.reads += 1;
    const reading = { ids: new Set(this.onChain.get(wallet) ?? []), readAt: this.clock.now() };
    this.readings.set(wallet, reading);
    return reading;
  }

  async lastHoldings(wallet: Address) {
    return this.readings.get(wallet) ?? null;
  }

  async shown(wallet: Address, cardIds: readonly string[]) {
    return cardIds.filter((card) => this.readings.get(wallet)?.ids.has(card)) as Address[];
  }

  async holders(cardIds: readonly string[]) {
    const held = [...this.readings].filter(([, { ids }]) => cardIds.some((card) => ids.has(card)));
    return held.map(([wallet]) => wallet);
  }
}

let ledger: Ledger;
let clock: ManualClock;
let entries: Entries;
/** How often it was said that the list has changed. */
let told: number;

const db = await forThisFile(startDatabase());

beforeEach(async () => {
  await db.sql`truncate whitelist_entries, whitelist_claims`;
  clock = new ManualClock();
  ledger = new Ledger(clock);
  const bus = createEventBus((fault) => {
    throw fault;
  });
  told = 0;
  bus.subscribe('whitelist-changed', () => {
    told += 1;
  });
  entries = createEntries({
    store: createEntryStore(db.sql),
    rounds: createRoundStore(db.sql),
    claims: createClaimStore(db.sql),
    cards: ledger,
    clock,
    bus,
  });
});

/** A reading costs nobody anything here. */
const register = (wallet: Address, cardIds: readonly string[]) =>
  entries.register(wallet, cardIds, () => undefined);

async function counts() {
  const [row] = await db.sql<{ live: number; claims: number; twice: number }[]>`
    SELECT (SELECT count(*)::int FROM whitelist_entries WHERE deleted_at IS NULL) AS live,
      (SELECT count(*)::int FROM whitelist_claims) AS claims,
      (SELECT count(*)::int FROM (
        SELECT card FROM whitelist_entries e, unnest(e.card_ids) AS card
        WHERE deleted_at IS NULL AND has_required_cards GROUP BY card HAVING count(*) > 1) d) AS twice`;
  return row;
}

describe('registering', () => {
  it('puts the newest of a wallet first', async () => {
    ledger.onChain.set(ALICE, cards(1, 15));
    const made = [];
    for (const from of [1, 6, 11]) made.push((await register(ALICE, cards(from, 5))).id);
    expect((await entries.ofWallet(ALICE)).map((entry) => entry.id)).toEqual(made.reverse());
  });

  it('refuses cards that are not held, and stores nothing', { tags: 'W2' }, async () => {
    ledger.onChain.set(ALICE, cards(1, 4));
    await expect(register(ALICE, cards(1, 5))).rejects.toMatchObject({
      reason: 'card-not-held',
      facts: { cards: [id(5)], cardCount: 1 },
    });
    expect(await counts()).toMatchObject({ live: 0, claims: 0 });
  });

  it('looks at the chain again before it says a card is not held', async () => {
    ledger.onChain.set(ALICE, cards(1, 4));
    await ledger.requireFreshHoldings(ALICE, 0);
    ledger.onChain.set(ALICE, cards(1, 5));
    await clock.advance(31_000);
    expect((await register(ALICE, cards(1, 5))).entryCount).toBe(1);
  });

  it('rests on a reading of at most 60 s, else reads', async () => {
    ledger.onChain.set(ALICE, cards(1, 10));
    await ledger.requireFreshHoldings(ALICE, 0);
    ledger.onChain.set(ALICE, []);
    await clock.advance(59_000);
    expect(await register(ALICE, cards(1, 5))).toMatchObject({ entryCount: 1 });
    await clock.advance(1_000);
    await expect(register(ALICE, cards(6, 5))).rejects.toMatchObject({
      reason: 'card-not-held',
    });
  });

  it('is refused while the chain is away, and changes nothing', { tags: 'H4' }, async () => {
    ledger.isDown = true;
    await expect(register(ALICE, cards(1, 5))).rejects.toThrow(ChainUnreachableError);
    expect(await counts()).toMatchObject({ live: 0 });
  });

  it('makes one entry of the same set ten times at once, and answers it ten times', {
    tags: 'W2',
  }, async () => {
    ledger.onChain.set(ALICE, cards(1, 5));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        register(ALICE, i % 2 ? cards(1, 5) : cards(1, 5).reverse()),
      ),
    );
    expect(new Set(answers.map((entry) => entry.id)).size).toBe(1);
    expect(await counts()).toEqual({ live: 1, claims: 5, twice: 0 });
  });

  it('never lets a card back two entries when overlapping sets come in parallel', {
    tags: 'W1',
  }, async () => {
    ledger.onChain.set(ALICE, cards(1, 30));
    const tries = Array.from({ length: 60 }, (_, i) =>
      register(ALICE, cards(1 + (i % 26), 5)).then(
        () => 'registered',
        (refusal: { reason?: string }) => refusal.reason,
      ),
    );
    const outcomes = new Set(await Promise.all(tries));
    expect([...outcomes].sort()).toEqual(['card-already-backing', 'registered']);
    const after = await counts();
    expect(after?.twice).toBe(0);
    expect(after?.claims).toBe((after?.live ?? 0) * 5);
  });

  it('names the cards that back another entry, also one of the own', { tags: 'W1' }, async () => {
    ledger.onChain.set(ALICE, cards(1, 9));
    const { id: first } = await register(ALICE, cards(1, 5));
    await clock.advance(61_000); // by a newer reading
    await expect(register(ALICE, cards(4, 6))).rejects.toMatchObject({
      reason: 'card-already-backing',
      facts: { cards: [id(4), id(5)], cardCount: 2 },
    });
    expect(await entries.ofWallet(ALICE)).toMatchObject([{ id: first, hasRequiredCards: true }]);
    expect(await counts()).toMatchObject({ live: 1, claims: 5 });
  });

  it('writes nothing where a card backs another entry: no claims that are taken back', {
    tags: 'W1',
  }, async () => {
    ledger.onChain.set(ALICE, cards(1, 14));
    const first = await register(ALICE, cards(1, 5));
    for (let time = 0; time < 3; time += 1) {
      await expect(register(ALICE, cards(5, 5))).rejects.toMatchObject({
        reason: 'card-already-backing',
      });
    }
    // Numbers are not given back.
    expect((await register(ALICE, cards(6, 5))).seq).toBe(first.seq + 1);
  });

  it('makes one entry when two wallets claim the same five cards 200 times in parallel', {
    tags: 'W1',
  }, async () => {
    // Each wallet's last reading says it holds them: one of the two is seconds out of date.
    ledger.onChain.set(BOB, cards(1, 5));
    ledger.readings.set(ALICE, { ids: new Set(cards(1, 5)), readAt: clock.now() });
    ledger.readings.set(BOB, { ids: new Set(cards(1, 5)), readAt: clock.now() });
    const tries = Array.from({ length: 200 }, (_, i) =>
      register(i % 2 ? ALICE : BOB, cards(1, 5)).then(
        (entry) => entry.id,
        (refusal: { reason?: string }) => refusal.reason ?? 'fault',
      ),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes).not.toContain('fault');
    const after = await counts();
    expect(after?.claims).toBe(5);
    expect(after?.twice).toBe(0);
    expect(after?.live).toBe(1);
  });
});

describe('a card that is sold', () => {
  beforeEach(async () => {
    ledger.onChain.set(ALICE, cards(1, 5));
    await register(ALICE, cards(1, 5));
    ledger.onChain.set(ALICE, cards(1, 4));
    ledger.onChain.set(BOB, [id(5), ...cards(10, 4)]);
    await clock.advance(1_000);
  });

  it('lets the entry lapse at the next check, and comes back with the card', async () => {
    await clock.advance(600_000);
    expect(await entries.recheckDue(600, 10)).toBe(1);
    expect((await entries.ofWallet(ALICE))[0]?.hasRequiredCards).toBe(false);
    ledger.onChain.set(ALICE, cards(1, 5));
    await clock.advance(600_001);
    await entries.recheckDue(600, 10);
    expect((await entries.ofWallet(ALICE))[0]?.hasRequiredCards).toBe(true);
  });

  it('can be registered by the buyer, whose reading is the seller\u2019s check', async () => {
    const entry = await register(BOB, [id(5), ...cards(10, 4)]);
    expect(entry.hasRequiredCards).toBe(true);
    const lapsed = { hasRequiredCards: false, checkedAt: clock.now() };
    expect((await entries.ofWallet(ALICE))[0]).toMatchObject(lapsed);
    expect((await entries.totals()).oldestCheckAt).toEqual(clock.now());
    // Only the card that left is free: the other four of the seller still back their entry.
    expect(await counts()).toEqual({ live: 2, claims: 4 + 5, twice: 0 });
  });

  it('does not come back to the seller while the buyer uses it', async () => {
    await register(BOB, [id(5), ...cards(10, 4)]);
    // A faulty reading that still sees the card with the seller cannot take it from the buyer.
    ledger.readings.set(ALICE, { ids: new Set(cards(1, 5)), readAt: clock.now() });
    await entries.recheckWallet(ALICE);
    expect((await entries.ofWallet(ALICE))[0]?.hasRequiredCards).toBe(false);
    expect((await entries.ofWallet(BOB))[0]?.hasRequiredCards).toBe(true);
  });

  it('does not come back by a reading that began before the buyer\u2019s, not even when it is free', {
    tags: 'A2',
  }, async () => {
    const before = { ids: new Set(cards(1, 5)), readAt: clock.now() };
    await clock.advance(1_000);
    const { id: bought } = await register(BOB, [id(5), ...cards(10, 4)]);
    ledger.readings.set(ALICE, before);
    await entries.remove(bought, BOB);
    expect((await entries.ofWallet(ALICE))[0]?.hasRequiredCards).toBe(false);
  });

  it('counts for the seller again who has it back and registers the same cards', async () => {
    await register(BOB, [id(5), ...cards(10, 4)]);
    await clock.advance(61_000);
    ledger.onChain.set(BOB, cards(10, 4));
    ledger.onChain.set(ALICE, cards(1, 5));
    const again = await register(ALICE, cards(1, 5));
    expect(again.hasRequiredCards).toBe(true);
    expect((await entries.ofWallet(BOB))[0]?.hasRequiredCards).toBe(false);
    expect(await counts()).toMatchObject({ live: 2, twice: 0 });
  });

  it('is refused to the lapsed entry when it came back and another entry of its holder has it', {
    tags: 'W1',
  }, async () => {
    await entries.recheckDue(0, 10);
    await clock.advance(61_000);
    ledger.onChain.set(ALICE, [...cards(1, 5), ...cards(30, 4)]);
    const { id: other } = await register(ALICE, [id(5), ...cards(30, 4)]);
    await expect(register(ALICE, cards(1, 5))).rejects.toMatchObject({
      reason: 'card-already-backing',
      facts: { cards: [id(5)] },
    });
    // Once it is free the entry has it at once, by the reading that it was last checked by.
    await entries.remove(other, ALICE);
    expect(await entries.ofWallet(ALICE)).toMatchObject([{ hasRequiredCards: true }]);
  });

  it('goes from a lapsed entry of its holder to the one that has all its cards again', {
    tags: ['W1', 'W3'],
  }, async () => {
    const verdicts = async () =>
      (await entries.ofWallet(ALICE)).map(({ hasRequiredCards }) => hasRequiredCards);
    const holds = async (...held: Address[]) => {
      ledger.onChain.set(ALICE, held);
      await clock.advance(61_000);
      await entries.recheckDue(0, 10);
    };
    await holds(...cards(1, 3));
    await holds(...cards(1, 4), ...cards(30, 4));
    await register(ALICE, [id(4), ...cards(30, 4)]);
    await holds(...cards(1, 4), ...cards(31, 3));
    expect(await verdicts()).toEqual([false, false]);
    await holds(...cards(1, 5), ...cards(31, 3));
    expect(await verdicts()).toEqual([false, true]);
    await holds(...cards(1, 5), ...cards(30, 4));
    expect(await verdicts()).toEqual([false, true]);
    expect(await counts()).toEqual({ live: 2, claims: 5 + 4, twice: 0 });
  });

  it('is not judged by a reading older than the last check', async () => {
    const readAt = new Date(clock.now().getTime() - 1_001);
    ledger.readings.set(ALICE, { ids: new Set(), readAt });
    await entries.recheckWallet(ALICE);
    expect((await entries.ofWallet(ALICE))[0]?.hasRequiredCards).toBe(true);
  });

  it('is judged by a reading that began after the one it was registered by, though before it was stored', {
    tags: 'A2',
  }, async () => {
    ledger.onChain.set(ALICE, cards(21, 5));
    await clock.advance(60_000);
    await ledger.requireFreshHoldings(ALICE, 0);
    await clock.advance(10_000);
    const slow = { ids: new Set(cards(21, 4)), readAt: clock.now() };
    await clock.advance(10_000);
    const { id: entry } = await register(ALICE, cards(21, 5));
    ledger.readings.set(ALICE, slow);
    await entries.recheckWallet(ALICE);
    const stored = (await entries.ofWallet(ALICE)).find((one) => one.id === entry);
    expect(stored?.hasRequiredCards).toBe(false);
  });

  it('changes no verdict while the chain is away', async () => {
    ledger.isDown = true;
    await clock.advance(700_000);
    expect(await entries.recheckDue(600, 10)).toBe(0);
    expect((await entries.ofWallet(ALICE))[0]?.hasRequiredCards).toBe(true);
  });
});

describe('what other servers keep of the list', () => {
  /** How often `change` says that the list has changed. */
  async function tellings(change: () => Promise<unknown>): Promise<number> {
    const before = told;
    await change();
    return told - before;
  }

  it('is outdated by each registration, deletion and verdict, and by nothing else', async () => {
    ledger.onChain.set(ALICE, cards(1, 5));
    ledger.onChain.set(BOB, cards(10, 5));
    expect(await tellings(() => register(ALICE, cards(1, 5)))).toBe(1);
    expect(await tellings(() => register(ALICE, cards(1, 5))), 'the same once more').toBe(0);
    const { id: entry } = await register(BOB, cards(10, 5));
    await clock.advance(61_000);
    ledger.onChain.set(ALICE, cards(2, 4));
    ledger.onChain.set(BOB, [id(1), ...cards(10, 5)]);
    // What lapses by it has changed, though the buyer’s own is refused.
    const refused = () => expect(register(BOB, [id(1), ...cards(10, 4)])).rejects.toThrow();
    expect(await tellings(refused)).toBe(1);
    expect(await entries.ofWallet(ALICE)).toMatchObject([{ hasRequiredCards: false }]);
    expect(await tellings(() => entries.check(ALICE, 0)), 'it stays lapsed').toBe(0);
    ledger.onChain.set(ALICE, cards(1, 5));
    expect(await tellings(() => entries.check(ALICE, 0)), 'it came back').toBe(1);
    expect(await tellings(() => entries.remove(entry, BOB))).toBe(1);
    expect(await tellings(() => entries.remove(entry, BOB)), 'it is deleted already').toBe(0);
  });
});

describe('taking a registration back', () => {
  it('is the owner\u2019s alone, frees the cards, and may be done twice', {
    tags: 'W4',
  }, async () => {
    ledger.onChain.set(ALICE, cards(1, 5));
    const entry = await register(ALICE, cards(1, 5));
    await expect(entries.remove(entry.id, BOB)).rejects.toMatchObject({ reason: 'not-yours' });
    await entries.remove(entry.id, ALICE);
    await entries.remove(entry.id, ALICE);
    // Nor does it take them again at a check.
    for (let check = 1; check <= 2; check += 1) await entries.recheckWallet(ALICE);
    expect(await counts()).toMatchObject({ live: 0, claims: 0 });
    await clock.advance(700_000);
    expect(await entries.recheckDue(600, 10), 'wallets without a live entry').toBe(0);
    const again = await register(ALICE, cards(1, 5));
    expect(again.id).not.toBe(entry.id);
  });

  it('is no answer to the same cards later, when one of them backs another entry', {
    tags: 'W4',
  }, async () => {
    ledger.onChain.set(ALICE, cards(1, 9));
    await entries.remove((await register(ALICE, cards(1, 5))).id, ALICE);
    await register(ALICE, cards(5, 5));
    const reason = 'card-already-backing';
    await expect(register(ALICE, cards(1, 5))).rejects.toMatchObject({ reason });
  });

  it('keeps the hundred before it, and all of the last hour: whoever goes on for days does not fill the disk', {
    tags: 'W4',
  }, async () => {
    ledger.onChain.set(ALICE, cards(1, 5));
    const takenBack = async (wallet: Address, name: string, minutesAgo: number) => {
      const at = new Date(clock.now().getTime() - minutesAgo * 60_000);
      await db.sql`
        INSERT INTO whitelist_entries (id, wallet, card_ids, selection_hash, entry_count,
          registered_at, checked_at, deleted_at)
        SELECT ${name} || n, ${wallet}, ${cards(1, 5)}::text[], ''::bytea, 1, ${at}, ${at}, ${at}
        FROM generate_series(1, 130) AS n`;
    };
    await takenBack(BOB, 'another', 200);
    await takenBack(ALICE, 'long ago ', 120);
    await takenBack(ALICE, 'just now ', 50);
    const last = await register(ALICE, cards(1, 5));
    await entries.remove(last.id, ALICE);
    const kept = await db.sql<{ id: string }[]>`
      SELECT id FROM whitelist_entries WHERE wallet = ${ALICE} ORDER BY seq DESC`;
    expect(kept).toHaveLength(1 + 130 + 100);
    expect(kept.at(-1)?.id).toBe('long ago 31');
    const [others] =
      await db.sql`SELECT count(*)::int AS n FROM whitelist_entries WHERE wallet = ${BOB}`;
    expect(others).toEqual({ n: 130 });
  });

  it('is refused for an unknown entry', async () => {
    await expect(entries.remove('nothing', ALICE)).rejects.toMatchObject({
      reason: 'entry-unknown',
    });
  });
});
