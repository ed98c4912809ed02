/** The round clock and the lobby sweeps when some rows cannot be changed, and when clocks are set. */
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClockStore } from '#server/battle/clock/clock-store.ts';
import { createHeartbeat } from '#server/battle/clock/heartbeat.ts';
import { createMatchEvents } from '#server/battle/match-events.ts';
import { type Clock, createSharedClock } from '#server/cluster/clock.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import { CARD, type Fighter, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { holding, locksAwaited } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { storeEntries } from '#tests/support/many-entries.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

let logged: Record<string, unknown>[] = [];
const lines = new PassThrough().on('data', (line) => logged.push(JSON.parse(String(line))));
const product = await forThisFile(startBattleProduct({ log: pino({ level: 'warn' }, lines) }));
const [ann, ben] = await product.fighters('ann', 'ben');

beforeAll(async () => {
  // What a broken rule, a broken row and a broken database are like from outside.
  await product.sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'this row cannot be written'; END $$`;
  await product.sql`CREATE TRIGGER refuse BEFORE UPDATE ON battle_matches
    FOR EACH ROW WHEN (OLD.id LIKE 'refused%') EXECUTE FUNCTION refuse()`;
});
beforeEach(async () => {
  await product.clear();
  logged = [];
});

/** Copies of a match under these ids, due a moment before it. */
async function plant(from: string, ids: string[]): Promise<void> {
  await product.sql`
    INSERT INTO battle_matches (id, lobby_id, player1, player2, faces, version, score1, score2,
      rounds, round_number, attempt, opened_at, pick_ends_at, closes_at, card1, created_at, rematch)
    SELECT bad, lobby_id, player1, player2, faces, 1, 0, 0, rounds, 1, 1, opened_at, pick_ends_at,
      closes_at - interval '1 ms', card1, created_at, rematch
    FROM battle_matches, unnest(${ids}::text[]) AS bad WHERE id = ${from}`;
}

/** The heartbeat of a server whose clock is behind by so much. */
function beatOf(name: string, behindMs: number) {
  const now = new Date(product.clock.now().getTime() - behindMs);
  const between = [new Date(now.getTime() - 2_000), new Date(now.getTime() + 5_000)] as const;
  const beats = createClockStore(product.sql, product.sql, name);
  return beats.note(now, between, { most: 0, except: [] }, 2_000);
}

/** The heartbeats of another server, and what they move. */
function anotherHeart(clock: Clock) {
  const moved = vi.fn(async () => []);
  const counted = vi.fn();
  const { note } = createHeartbeat({
    store: createClockStore(product.sql, product.sql, 'another one'),
    matches: { prolongAll: moved, prolongOf: moved, committed() {} },
    lobbies: { async prolongAll() {} },
    presence: { async prolongAll() {}, async prolongOf() {} },
    events: createMatchEvents(product.bus, pino({ level: 'silent' }), { started() {} }),
    onHeartbeat: counted,
    clock,
  });
  return { note, moved, counted };
}

const complaints = () => logged.filter(({ match }) => match !== undefined);

describe('the clock of rounds', () => {
  it('closes what is due, however many matches at the head of the queue cannot be closed', async () => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await product.pass(39);
    const wrong = Array.from({ length: 205 }, (_, n) => `wrong shape ${n}`);
    const bad = [...wrong, 'refused', 'unknown card', 'without a beginning'];
    await plant(id, bad);
    await product.sql`UPDATE battle_matches SET rounds = '{"a": 1}' WHERE id LIKE 'wrong shape%'`;
    await product.sql`
    UPDATE battle_matches SET card1 = 'no such card', card2 = card1 WHERE id = 'unknown card'`;
    await product.sql`UPDATE battle_matches SET opened_at = NULL WHERE id = 'without a beginning'`;
    await product.pass(1.5, 0.5);

    expect(await ann.see(id)).toMatchObject({ currentRound: 2, player1Score: 1 });
    expect(
      complaints()
        .map(({ match }) => match)
        .sort(),
    ).toEqual(bad.sort());
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${CARD.rock}|no such card`));

    // One that was put right is closed when it is tried again; the others are heard of ever less.
    await product.sql`UPDATE battle_matches SET rounds = '[]' WHERE id = 'wrong shape 7'`;
    await product.pass(30);
    expect(
      await product.sql`SELECT round_number FROM battle_matches WHERE id = 'wrong shape 7'`,
    ).toEqual([{ round_number: 2 }]);
    expect(complaints().filter(({ match }) => match === 'refused')).toHaveLength(5);
  });

  it('keeps its heartbeat and closes the other rounds while one match is locked', async () => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await product.pass(39);
    await plant(id, ['held']);
    let next: Promise<void> | undefined;
    await product.sql.begin(async (somebody) => {
      await somebody`SELECT FROM battle_matches WHERE id = 'held' FOR UPDATE`;
      await product.clock.advance(1_000);
      const closing = product.app.battle.tick();
      while ((await ann.see(id)).currentRound !== 2) await sleep(10);
      await product.clock.advance(2_000);
      await closing;
      next = product.app.battle.tick();
      const now = product.clock.now();
      while ((await product.sql`SELECT FROM battle_clock WHERE alive_at = ${now}`).length === 0) {
        await sleep(10);
      }
    });
    await next;
  });

  it('says once that another server is there which this one cannot hear', async () => {
    const aboutOthers = () => logged.filter(({ msg }) => /REDIS_URL/.test(String(msg)));
    await product.pass(20, 0.5);
    await beatOf('one that is replaced', 0);
    await product.pass(20, 0.5);
    expect(aboutOthers()).toEqual([]);
    for (let beat = 0; beat < 60; beat += 1) {
      await product.pass(0.5, 0.5);
      await beatOf('another one', 0);
    }
    expect(aboutOthers()).toHaveLength(1);
  });

  it('takes no server whose clock is behind for an outage', async () => {
    await product.app.battle.tick();
    expect(await beatOf('another one', 1_500)).not.toBeNull();
    await product.clock.advance(1_000);
    const beat = await beatOf('another one', 0);
    expect(beat, 'two and a half seconds after the clock that is behind').not.toBeNull();
  });

  it('takes no server whose clock is behind for one that is silent', async () => {
    const { sql, clock } = product;
    await product.app.battle.tick();
    await beatOf('behind', 4_000);
    expect((await beatOf('in time', 0))?.isOneSilent).toBe(false);
    await clock.advance(1_500);
    await beatOf('in time', 0);
    await clock.advance(1_500);
    expect((await beatOf('in time', 0))?.isOneSilent).toBe(true);
    await sql`DELETE FROM battle_servers`;
  });

  it('takes no server that stops for one that is silent, although a freeze keeps it from ending', async () => {
    const { sql, clock, chain } = product;
    const beating = () => sql<{ id: string }[]>`SELECT id FROM battle_servers`;
    await product.app.battle.tick();
    const before = await beating();
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<bigint>()];
    const checkpoint = () => {
      asked.resolve();
      return answer.promise;
    };
    Object.assign(chain, { checkpoint });
    await storeEntries(sql, 1, 1);
    await sql`UPDATE whitelist_rounds SET stage = 'freezing', freezing_at = ${clock.now()}`;
    const stopping = product.another();
    stopping.start();
    await asked.promise;
    await expect.poll(beating).toHaveLength(before.length + 1);
    const stopped = stopping.close();
    await expect.poll(beating).toEqual(before);
    answer.reject(new ChainUnreachableError('switched off'));
    await stopped;
  });

  it.each([
    ['a second ago', -1_000],
    ['by a clock that is ahead', 3_000],
  ])('takes nothing for an outage that another server has noted since: %s', async (_, aheadMs) => {
    const { sql, clock, app } = product;
    await app.battle.tick();
    await clock.advance(10_000);
    const now = clock.now();
    const noted = new Date(now.getTime() + aheadMs);
    const { note, moved } = anotherHeart({
      now: () => now,
      sleep: async () => {},
      /** Between the look at the last heartbeat and what is done about it. */
      async measure() {
        await sql`UPDATE battle_clock SET alive_at = ${noted}`;
        await sql`DELETE FROM battle_servers`;
      },
    });
    await note({ most: 0, except: [] });
    expect(moved).not.toHaveBeenCalled();
    expect(await sql`SELECT alive_at FROM battle_clock`).toEqual([
      { alive_at: aheadMs > 0 ? noted : now },
    ]);
    await sql`DELETE FROM battle_servers`;
  });

  it('takes no outage for a clock that was set back, however long it waits for another server', {
    tags: 'B4',
  }, async () => {
    const { sql, clock, app } = product;
    const { id } = await matchOf(ann, ben);
    await app.battle.tick();
    await clock.advance(10_000);
    const goOn = await holding(sql, async (tx) => {
      await tx`UPDATE battle_clock SET alive_at = ${new Date(clock.now().getTime() + 8_000)}`;
    });
    const back = app.battle.tick();
    await locksAwaited(sql, 1);
    await clock.advance(8_000);
    await goOn();
    await back;
    expect(await leftFor(id)).toBe(22_000);
  });

  it('announces no extension that was rolled back because another server was first', async () => {
    const { sql, clock, app } = product;
    await matchOf(ann, ben);
    await (await product.fighter('cy')).openLobby();
    await sql`CREATE SEQUENCE tries`;
    await sql`CREATE FUNCTION undo_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tries') > 1 THEN RETURN NEW; END IF;
    PERFORM pg_advisory_xact_lock(1);
    RAISE EXCEPTION 'as for a deadlock' USING ERRCODE = 'deadlock_detected';
  END $$`;
    await sql`CREATE TRIGGER undo_once BEFORE UPDATE ON battle_lobbies
    FOR EACH ROW EXECUTE FUNCTION undo_once()`;
    await clock.advance(30_000);
    const told: string[] = [];
    product.bus.subscribe('match-changed', ({ matchId }) => void told.push(matchId));
    let coming: Promise<unknown> | undefined;
    await sql.begin(async (holding) => {
      await holding`SELECT pg_advisory_xact_lock(1)`;
      const back = app.battle.tick();
      await locksAwaited(sql, 1);
      const other = sql`UPDATE battle_clock SET alive_at = ${clock.now()}, beats = beats + 1`;
      coming = Promise.all([back, other]);
      await locksAwaited(sql, 2);
    });
    await coming;
    await sql`DROP FUNCTION undo_once CASCADE`;
    await sql`DROP SEQUENCE tries`;
    expect(told).toEqual([]);
  });

  it.each([0, 1])(
    'ends every rematch that nobody took, even when another one fails (%i)',
    async (bad) => {
      const pairs: [Fighter, Fighter][] = [
        [ann, ben],
        [await product.fighter('cy'), await product.fighter('di')],
      ];
      const ids: string[] = [];
      for (const [one, two] of pairs) {
        const { id } = await matchOf(one, two);
        for (const card of [CARD.rock, CARD.paper]) {
          await one.play(id, card);
          await two.play(id, card === CARD.rock ? CARD.paper : CARD.scissors);
        }
        await one.openLobby('again', id);
        ids.push(id);
      }
      await product.sql`
    UPDATE battle_matches SET rematch = 'null', version = version + 1 WHERE id = ${ids[bad]!}`;
      for (let passed = 0; passed < 61; passed += 1) {
        await product.clock.advance(1_000);
        await product.app.battle.tick();
      }
      await expect(product.app.battle.sweepLobbies()).rejects.toThrow(TypeError);
      const good = 1 - bad;
      expect(await pairs[good]![0].see(ids[good]!)).toMatchObject({ rematch: { state: 'over' } });
    },
  );
});

const state = async (id: string) => (await product.app.battle.matches.get(id)).match;
const leftFor = async (id: string) =>
  (await state(id)).open!.closesAt - product.clock.now().getTime();

it.each([
  ['an outage', 25_000],
  ['a clock that is set back', -3_600_000],
])(
  'what opens before %s is noticed has as much time as ever',
  { tags: ['B4', 'B8'] },
  async (_, gapMs) => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await product.pass(10);
    await product.clock.advance(gapMs);
    await ben.play(id, CARD.paper);
    await product.clock.advance(1_500);
    const { match } = await (await product.fighter('di')).join(
      (await (await product.fighter('cy')).openLobby()).id,
    );
    const lobby = await (await product.fighter('ed')).openLobby();
    await product.app.battle.tick();
    await product.app.battle.sweepLobbies();
    expect(await state(id)).toMatchObject({ open: { number: 2, attempt: 1 } });
    expect([await leftFor(id), await leftFor(match.id)]).toEqual([48_500, 40_000]);
    expect(await ann.client.call('GET /api/game/lobbies', {})).toMatchObject([
      { id: lobby.id, expiresAt: lobby.expiresAt },
    ]);
  },
);

describe('a match whose start is saved late gives its first round as much time as ever', {
  tags: 'B4',
}, () => {
  /** While nothing can be inserted. */
  const insertsHeld = () =>
    holding(product.sql, (tx) => tx`LOCK TABLE battle_matches IN SHARE MODE`);

  it('when its statement hangs, or waits behind one that hangs', async () => {
    const [cy, di] = await product.fighters('cy', 'di');
    const [one, two] = [await ann.openLobby(), await cy.openLobby()];
    const goOn = await insertsHeld();
    const first = ben.join(one.id);
    await locksAwaited(product.sql, 1);
    const second = di.join(two.id);
    await product.pass(25);
    await goOn();
    for (const { match } of await Promise.all([first, second])) {
      expect(match.roundOpenedAt).toBe(match.serverNow);
      expect(await leftFor(match.id)).toBe(40_000);
    }
  });

  it('when a rematch is accepted as an outage begins', { tags: 'B9' }, async () => {
    const { id } = await matchOf(ann, ben);
    for (const fighter of [ann, ben, ann, ben, ann, ben]) await fighter.play(id, CARD.rock);
    await ann.openLobby('Again', id);
    const goOn = await insertsHeld();
    const accepted = ben.openLobby('Again', id);
    await locksAwaited(product.sql, 1);
    await product.clock.advance(8_000);
    const back = product.app.battle.tick();
    await locksAwaited(product.sql, 2);
    await goOn();
    await back;
    expect(await leftFor((await accepted).matchId!)).toBe(40_000);
  });
});

describe('an offer of a rematch that is saved late, as an outage begins', { tags: 'B9' }, () => {
  /** Ann's, after 15 s. `waiting` is sent before it is saved, and waits for the match. */
  async function offeredLate(waiting: (id: string) => Promise<unknown>) {
    const { id } = await matchOf(ann, ben);
    for (const fighter of [ann, ben, ann, ben, ann, ben]) await fighter.play(id, CARD.rock);
    const goOn = await holding(product.sql, (tx) => tx`LOCK TABLE battle_lobbies IN SHARE MODE`);
    const offered = ann.openLobby('Again', id);
    await locksAwaited(product.sql, 1);
    await product.clock.advance(15_000);
    const waited = waiting(id);
    await locksAwaited(product.sql, 2);
    await goOn();
    await waited;
    return { id, offered: await offered };
  }

  it('stands for its whole minute', async () => {
    const { id, offered } = await offeredLate(() => product.app.battle.tick());
    const expiresAt = new Date(product.clock.now().getTime() + 60_000).toISOString();
    expect(offered).toMatchObject({ status: 'open', expiresAt });
    expect((await ben.see(id)).rematch).toMatchObject({ state: 'offered', expiresAt });
    await product.pass(59);
    expect(await ben.openLobby('Again', id)).toMatchObject({ status: 'started' });
  });

  it('does not stand again when it was called off meanwhile', async () => {
    const { id } = await offeredLate(async (match) => {
      await product.sql`
        UPDATE battle_matches SET version = version + 1,
          rematch = jsonb_set(rematch, '{state}', '"over"') WHERE id = ${match}`;
    });
    expect((await ben.see(id)).rematch.state).toBe('over');
    expect(await outcomeOf(ben.openLobby('Again', id))).toBe('409 rematch-over');
  });
});

it('a clock that is set back by six seconds leaves an open round as long as it had', {
  tags: 'B4',
}, async () => {
  const { id } = await matchOf(ann, ben);
  await product.pass(10);
  await product.clock.advance(-6_000);
  await product.app.battle.tick();
  expect(await leftFor(id)).toBe(30_000);
});

describe('a clock that is set back by an hour', { tags: 'B4' }, () => {
  const HOUR_MS = 3_600_000;

  it('leaves an open round as long as it had, and hides no outage that comes after', async () => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await product.pass(10);
    await product.clock.advance(-HOUR_MS);
    await product.app.battle.tick();
    expect(await leftFor(id)).toBe(30_000);
    await product.restartAfter(45);
    expect([(await state(id)).open?.number, await leftFor(id)]).toEqual([1, 30_000]);
    await product.pass(31);
    expect(await state(id)).toMatchObject({ open: { number: 2 }, score: { player1: 1 } });
  });

  it('does so when an outage ends at the time at which it opened', async () => {
    const { id } = await matchOf(ann, ben);
    await product.pass(1);
    await product.clock.advance(-60_000);
    await product.app.battle.tick();
    await product.clock.advance(60_000);
    await product.app.battle.tick();
    expect(await leftFor(id)).toBe(39_000);
  });

  it('does so during an outage, too', async () => {
    const { id } = await matchOf(ann, ben);
    await product.pass(10);
    await product.restartAfter(-3_600);
    expect(await leftFor(id)).toBe(30_000);
  });

  it('keeps nobody from a claim, and no lobby open', { tags: ['battle-27', 'B8'] }, async () => {
    const { id } = await matchOf(ann, ben);
    await (await product.fighter('cy')).openLobby();
    await ann.play(id, CARD.rock);
    await product.pass(41);
    await product.clock.advance(-HOUR_MS);
    await product.pass(25);
    await product.restartAfter(1);
    expect(await ann.canClaim(id)).toBe(true);
    expect(await ann.client.call('GET /api/game/lobbies', {})).toEqual([]);
  });

  it('keeps nobody from a claim on somebody who left just then', {
    tags: 'battle-27',
  }, async () => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await product.pass(38);
    await ben.see(id);
    await product.pass(2);
    await product.app.battle.sweepLobbies();
    await product.clock.advance(-HOUR_MS);
    await product.pass(35);
    expect(await ann.canClaim(id)).toBe(true);
  });

  it('is asked for once more when only this server is wrong', async () => {
    const { clock, app } = product;
    await app.battle.tick();
    const own = new ManualClock({ start: clock.now() });
    const shared = await createSharedClock(async () => clock.now(), own);
    await own.advance(-HOUR_MS);
    const { note, moved, counted } = anotherHeart(shared);
    await note({ most: 0, except: [] });
    await note({ most: 0, except: [] });
    expect(counted).toHaveBeenCalledOnce();
    expect(moved).not.toHaveBeenCalled();
  });
});
