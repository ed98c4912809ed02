/** Concurrent writes of the whitelist with the same cards. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';
import { createClaimStore } from '#server/whitelist/claim-store.ts';
import { createEntryStore } from '#server/whitelist/entry-store.ts';
import { createFreeze } from '#server/whitelist/freeze.ts';
import { createFreezeStore } from '#server/whitelist/freeze-store.ts';
import { createPublishStore } from '#server/whitelist/publish-store.ts';
import { createRoundStore, lockOpenRound } from '#server/whitelist/round-store.ts';
import { holding, locksAwaited, startDatabase } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';

const id = (n: number): Address => canonicalAddress(`0x${n.toString(16)}`) as Address;
const cards = (from: number) => Array.from({ length: 5 }, (_, i) => id(from + i));
const { sql } = await forThisFile(startDatabase());
const rounds = createRoundStore(sql);
const { id: current } = await rounds.current();
const [ALICE, BOB, CAROL] = [id(0xa11ce), id(0xb0b), id(0xca201)];

beforeEach(() => rounds.setTimes(current, { opensAt: null, closesAt: null }, () => {}));

describe('the locks of the whitelist', () => {
  it('are taken in one order by a re-check of several entries and a registration of their cards', async () => {
    let runs = 0;
    const begin: Sql['begin'] = (work: unknown) =>
      sql.begin((tx) => {
        runs += 1;
        return (work as (on: typeof tx) => never)(tx);
      });
    const counted = Object.assign((sql as Queries).bind(null), sql, { begin }) as Sql;
    const store = createEntryStore(counted);
    const claims = createClaimStore(counted);
    const now = new Date();
    const register = (name: string, wallet: Address, cardIds: readonly Address[]) =>
      store.insert({
        id: name,
        wallet,
        cardIds,
        selectionHash: Buffer.from(name),
        entryCount: 1,
        now,
        readAt: now,
      });
    const [low, high] = [cards(0x100), cards(0x900)];
    // The entry that is looked at first has the cards that come last.
    await register('entry-1', ALICE, high);
    await register('entry-2', ALICE, low);
    await register('entry-3', CAROL, cards(0x500));
    const later = (seconds: number) => {
      const readAt = new Date(now.getTime() + seconds * 1000);
      return { readAt, ahead: readAt };
    };
    expect((await claims.recheck(ALICE, new Set(), later(1))).changed).toBe(2);
    runs = 0;

    // The first card of all is being taken by a third, who will think better of it.
    const third = await holding(
      sql,
      (tx) => tx`INSERT INTO whitelist_claims ${tx({ card_id: low[0]!, entry_id: 'entry-3' })}`,
    );
    const rechecked = claims.recheck(ALICE, new Set([...low, ...high]), later(2));
    await locksAwaited(sql, 1);
    const registered = register('entry-4', BOB, [...low.slice(1), high[0]!]);
    await Promise.race([registered, locksAwaited(sql, 2)]);
    await third(new Error('thought better of it')).catch(() => {});

    // Each ran once: nobody was undone for a deadlock.
    expect([(await registered)?.id, (await rechecked).changed, runs]).toEqual(['entry-4', 0, 2]);
  });

  it('are given up by an admin before anybody gives up who waits behind the admin', {
    tags: 'W7',
  }, async () => {
    const registered = await holding(sql, (tx) => lockOpenRound(tx, new Date()));
    const now = new Date();
    const times = { opensAt: null, closesAt: null };
    const changes = Promise.allSettled([
      rounds.setTimes(current, times, () => {}),
      rounds.beginFreeze(ALICE, now, () => false),
      rounds.beginNext(times, now, () => false),
    ]);
    await locksAwaited(sql, 3);
    await sql.begin(async (tx) => {
      await tx.script("SET LOCAL lock_timeout = '2s'"); // less than half of what others have
      await lockOpenRound(tx, now);
    });
    const given = await changes;
    for (const change of given) {
      expect(change).toMatchObject({ reason: { code: '55P03', isAway: true } });
    }
    await registered();
  });

  it('let an admin change the round in a rush: registrations that come after that wait for it', {
    tags: 'W7',
  }, async () => {
    const registered = await holding(sql, (tx) => lockOpenRound(tx, new Date()));
    const closed = rounds.setTimes(current, { closesAt: new Date(0) }, () => {});
    await locksAwaited(sql, 1);
    const next = sql
      .begin((tx) => lockOpenRound(tx, new Date()))
      .catch((error: Error) => error.message);
    await Promise.race([next, locksAwaited(sql, 2)]);
    await registered();
    await closed;
    expect(await next).toBe('round-closed');
  });

  it('keep no server waiting that looks for a freeze while another one publishes', {
    tags: 'W7',
  }, async () => {
    const db = await startDatabase();
    const { sql } = db;
    const now = new Date();
    await sql`UPDATE whitelist_rounds SET stage = 'freezing', freezing_at = ${now}`;
    await sql.begin(async (tx) => {
      await tx`SELECT FROM whitelist_rounds FOR UPDATE`;
      expect(await createFreezeStore(sql).lease('looks', now, now)).toBeNull();
    });
    await db.close();
  });

  it('keep no server waiting for itself while it publishes', { tags: 'W7' }, async () => {
    const db = await startDatabase();
    const { sql } = db;
    const clock = new ManualClock();
    await sql`UPDATE whitelist_rounds SET stage = 'freezing', freezing_at = ${clock.now()}`;
    const store = createFreezeStore(sql);
    const extend = vi.spyOn(store, 'extend');
    const freeze = createFreeze({
      store,
      publishing: createPublishStore(sql),
      readSince: async () => null,
      checkpoint: async () => 0n,
      bus: createEventBus(() => {}),
      clock,
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const read = await holding(sql, (tx) => tx`LOCK TABLE whitelist_round_verdicts`);
    const frozen = freeze.jobs[0]!.run();
    await locksAwaited(sql, 1);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(extend).not.toHaveBeenCalled();
    await read();
    await frozen;
    expect(await sql`SELECT stage FROM whitelist_rounds`).toEqual([{ stage: 'frozen' }]);
    await db.close();
  });
});
