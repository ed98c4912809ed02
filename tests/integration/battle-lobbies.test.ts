/** Lobbies and rematches over real HTTP: who may open, join and play again. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import type { Transaction } from '#server/db/sql.ts';
import { CARD, type Fighter, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { joinAtOnce, noCounts, playAgainAtOnce } from '#tests/support/battle-race.ts';
import { holding, locksAwaited } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben, cyd] = await product.fighters('ann', 'ben', 'cyd');

beforeEach(() => product.clear());

const listed = async () =>
  (await product.visitor().call('GET /api/game/lobbies', {})).map(({ id }) => id);
const lobby = (id: string) =>
  product.visitor().call('GET /api/game/lobbies/{id}', { params: { id } });

describe('a lobby', () => {
  it('is one per wallet; opening it again gives the same one', { tags: 'B8' }, async () => {
    const first = await ann.openLobby('  Ｒｅｄ room');
    expect(first).toMatchObject({
      name: 'Red room',
      creatorWallet: ann.wallet,
      currentPlayers: 1,
      maxPlayers: 2,
      status: 'open',
      matchId: null,
    });
    expect((await ann.openLobby('Red room')).id).toBe(first.id);
    expect(await outcomeOf(ann.openLobby('Blue room'))).toBe('409 lobby-already-open');
    expect(await listed()).toEqual([first.id]);
    await ann.closeLobby(first.id);
    expect((await ann.closeLobby(first.id)).status).toBe('closed');
    expect(await listed()).toEqual([]);
    expect(await outcomeOf(ben.join(first.id))).toBe('409 lobby-closed');
  });

  it('is opened although the one before, which was in its way, closes only now', {
    tags: 'B8',
  }, async () => {
    const { sql } = product;
    const before = await ann.openLobby('Red room');
    await ann.closeLobby(before.id);
    let closed: Promise<unknown> | undefined;
    let opened: ReturnType<typeof ann.openLobby> | undefined;
    await sql.begin(async (elsewhere) => {
      await elsewhere`UPDATE battle_lobbies SET state = 'open' WHERE id = ${before.id}`;
      opened = ann.openLobby('Blue room');
      await locksAwaited(sql, 1);
      // Comes between finding it open and asking for it.
      closed = sql.begin(async (closing) => {
        await closing`LOCK TABLE battle_lobbies`;
        await closing`UPDATE battle_lobbies SET state = 'closed' WHERE id = ${before.id}`;
      });
      await locksAwaited(sql, 2);
    });
    await closed;
    expect(await opened).toMatchObject({ name: 'Blue room', status: 'open' });
  });

  it('closes at once when its creator signs out', { tags: 'B8' }, async () => {
    const dan = await product.fighter('dan');
    await dan.openLobby();
    await dan.client.signOut();
    expect(await listed()).toEqual([]);
  });

  it('stands before older ones, and keeps its place among those of the same moment', async () => {
    await ann.openLobby();
    await ben.openLobby();
    const last = await cyd.openLobby();
    const before = (await listed()).filter((id) => id !== last.id);
    expect(before).toHaveLength(2);
    for (const id of before) {
      // A row that is written moves in its table.
      await product.sql`
        UPDATE battle_lobbies SET expires_at = expires_at + interval '1 second' WHERE id = ${id}`;
      const { id: other } = await cyd.closeLobby((await cyd.openLobby()).id);
      expect((await listed()).filter((one) => one !== other)).toEqual(before);
    }
    await product.clock.advance(1);
    const newest = await cyd.openLobby();
    expect(await listed()).toEqual([newest.id, ...before]);
  });

  it('that waits longest is in the list of many, and so is one’s own', {
    tags: ['battle-8', 'battle-37'],
  }, async () => {
    const first = await ann.openLobby();
    await product.clock.advance(61);
    const middle = await ben.openLobby();
    await product.sql`
      INSERT INTO battle_lobbies (id, name, creator, face, state, created_at, seen_at, expires_at)
      SELECT 'many ' || n, name, '0x' || lpad(to_hex(n), 64, '0'), face, state,
        created_at + n * interval '1 ms', seen_at, expires_at
      FROM battle_lobbies, generate_series(1, 121) AS n WHERE id = ${first.id} AND n <> 61`;
    product.bus.publish('lobbies-changed', {});
    const shown = await listed();
    expect(shown).toHaveLength(100);
    expect([shown[0], shown[49], shown[50], shown[99]]).toEqual([
      'many 121',
      'many 72',
      'many 49',
      first.id,
    ]);
    const listedForBen = async () =>
      (await ben.client.call('GET /api/game/lobbies', {})).map(({ id }) => id);
    expect(await listedForBen()).toEqual([middle.id, ...shown]);
    // An offer of a rematch is for one person, so no list has it.
    await product.sql`UPDATE battle_lobbies SET rematch_of = 'earlier', reserved_for = ${ann.wallet} WHERE id = ${middle.id}`;
    expect(await listedForBen()).toEqual(shown);
  });

  it('wants a proper name, a card, and a chain that answers', {
    tags: ['battle-2', 'B8'],
  }, async () => {
    const empty = await ann.client.exchange('POST /api/game/lobbies', {
      body: { name: '  ', creatorWallet: ann.wallet },
    });
    expect(empty).toMatchObject({ status: 400, body: { error: 'Please enter a lobby name' } });
    for (const length of [61, 5_000]) {
      expect(await outcomeOf(ann.openLobby('x'.repeat(length)))).toBe('400 lobby-name-invalid');
    }
    const poor = await product.fighter('poor');
    product.chain.without.add(poor.wallet);
    expect(await outcomeOf(poor.openLobby())).toBe('403 no-cards');
    const { id } = await ann.openLobby();
    expect(await outcomeOf(poor.join(id))).toBe('403 no-cards');
    product.chain.isUp = false;
    const late = await product.fighter('late');
    expect(await outcomeOf(late.join(id))).toBe('503 chain-unreachable');
    expect(await outcomeOf(late.openLobby())).toBe('503 chain-unreachable');
    product.chain.isUp = true;
    expect(await outcomeOf(late.join(id))).toBe('ok');
  });

  it('is opened by a reading of at most 60 s, else the chain is asked', {
    tags: 'H4',
  }, async () => {
    const seller = await product.fighter('seller');
    expect(await outcomeOf(seller.openLobby())).toBe('ok');
    product.chain.without.add(seller.wallet);
    await product.clock.advance(59_000);
    expect(await outcomeOf(seller.openLobby())).toBe('ok');
    await product.clock.advance(1_000);
    expect(await outcomeOf(seller.openLobby())).toBe('403 no-cards');
  });

  it('is not opened by cards that have left, however lately they were counted', {
    tags: 'H4',
  }, async () => {
    const seller = await product.fighter('quick seller');
    const tryIt = async () => {
      const opened = seller.openLobby();
      const outcome = await outcomeOf(opened);
      if (outcome === 'ok') await seller.closeLobby((await opened).id);
      return outcome;
    };
    expect(await tryIt()).toBe('ok');
    await product.pass(31, 0.5);
    expect(await tryIt()).toBe('ok');
    product.chain.without.add(seller.wallet);
    await seller.client.sync();
    expect(await tryIt()).toBe('403 no-cards');
  });

  it('can be joined with either name of the wallet, and again with the same answer', {
    tags: ['battle-21', 'calls-17'],
  }, async () => {
    const { id } = await ann.openLobby();
    expect(await outcomeOf(ann.join(id))).toBe('400 own-lobby');
    expect(await outcomeOf(ben.join('nothing'))).toBe('404 lobby-unknown');
    const joined = await ben.client.call('POST /api/game/lobbies/{id}/join', {
      params: { id },
      body: { playerWallet: ben.wallet },
    });
    expect(joined).toMatchObject({ id, status: 'started', currentPlayers: 2 });
    expect(joined.match).toMatchObject({ player1Wallet: ann.wallet, player2Wallet: ben.wallet });
    expect(await ben.join(id)).toEqual(joined);
    expect(await outcomeOf(cyd.join(id))).toBe('409 lobby-taken');
    expect((await lobby(id)).matchId).toBe(joined.match.id);
    expect(await outcomeOf(ann.openLobby())).toBe('409 already-in-match');
    const other = await cyd.openLobby();
    expect(await outcomeOf(ann.join(other.id))).toBe('409 already-in-match');
  });

  it('closes when its creator joins another one', async () => {
    const played = await matchOf(ben, cyd);
    await cyd.leave(played.id);
    const own = await ben.openLobby();
    const { id } = await ann.openLobby();
    await ben.join(id);
    expect((await lobby(own.id)).status).toBe('closed');
    expect((await lobby(played.lobbyId)).status).toBe('started');
    expect(await outcomeOf(cyd.join(own.id))).toBe('409 lobby-closed');
  });

  describe('whose creator plays after all', { tags: 'B8' }, () => {
    /** Ben's lobby, which was locked while he joined another one. */
    async function left(): Promise<string> {
      const own = await ben.openLobby();
      const { id } = await ann.openLobby();
      await product.sql.begin(async (somebody) => {
        await somebody`SELECT FROM battle_lobbies WHERE id = ${own.id} FOR UPDATE`;
        await ben.join(id);
      });
      expect((await lobby(own.id)).status).toBe('open');
      return own.id;
    }

    it('closes with the first who would join it', async () => {
      const id = await left();
      expect(await outcomeOf(cyd.join(id))).toBe('409 opponent-in-match');
      expect((await lobby(id)).status).toBe('closed');
      expect(await listed()).toEqual([]);
    });

    it('closes with the next sweep', async () => {
      const id = await left();
      await product.app.battle.sweepLobbies();
      expect((await lobby(id)).status).toBe('closed');
    });
  });

  it('is forgotten a day after its end, and never while it is open', async () => {
    const [{ id }, open] = [await ann.openLobby(), await ben.openLobby()];
    const forget = () => product.app.runJob('forget old lobbies');
    await ann.closeLobby(id);
    await forget();
    expect((await lobby(id)).status).toBe('closed');
    await product.clock.advance(25 * 60 * 60 * 1000);
    await product.app.battle.tick(); // an outage for the open one
    await forget();
    expect(await outcomeOf(lobby(id))).toBe('404 lobby-unknown');
    expect((await lobby(open.id)).status).toBe('open');
  });

  it('closes a minute after its creator was last there, and after ten in any case', {
    tags: 'B8',
  }, async () => {
    const { id } = await ann.openLobby();
    await product.pass(55);
    await ann.matches();
    await product.pass(60);
    await product.another().battle.sweepLobbies(); // by a server that did not hear of her
    expect((await lobby(id)).status).toBe('open');
    await ann.openLobby(); // asked for again, it is the same
    await product.pass(60);
    expect((await lobby(id)).status).toBe('open');
    await product.pass(10);
    expect((await lobby(id)).status).toBe('closed');

    const patient = await ann.openLobby();
    for (let minute = 0; minute < 10; minute += 1) {
      expect((await lobby(patient.id)).status).toBe('open');
      await ann.matches();
      // Somebody who only writes the wallet into the query is not there.
      await product.visitor().call('GET /api/game/matches', {
        query: { walletAddress: ben.wallet },
      });
      await product.pass(60, 2);
    }
    expect((await lobby(patient.id)).status).toBe('closed');
  });

  it('stays when its creator comes back to another server within the minute', {
    tags: 'B8',
  }, async () => {
    const { id } = await ann.openLobby();
    await product.pass(62); // 57 s after the sweep that noted her
    const other = product.another();
    other.battle.presence.saw(ann.wallet);
    await other.runJob('note who is back');
    await product.pass(8);
    expect((await lobby(id)).status).toBe('open');
  });

  it('can be joined until its ten minutes are over, and not in the seconds until it is swept', {
    tags: 'B8',
  }, async () => {
    const [last, late] = [await ann.openLobby(), await ben.openLobby()];
    for (let seconds = 0; seconds < 598; seconds += 2) {
      await product.clock.advance(2_000);
      await product.app.battle.tick();
    }
    await product.clock.advance(1_999);
    const { match } = await cyd.join(last.id);
    await cyd.leave(match.id);
    await product.clock.advance(1);
    expect(await outcomeOf(cyd.join(late.id))).toBe('409 lobby-closed');
  });

  it('is still the same one when it is opened again right after an outage', async () => {
    const { id } = await ann.openLobby();
    await product.clock.advance(700_000);
    expect((await ann.openLobby()).id).toBe(id);
  });

  it('can be joined right after an outage, before any server has noted it', async () => {
    const { id } = await ann.openLobby();
    await product.clock.advance(600_000);
    expect(await outcomeOf(ben.join(id))).toBe('ok');
  });

  it.each([
    ['the joiner is read', (tx: Transaction) => tx`LOCK TABLE battle_standings`],
    ['an outage is looked for', (tx: Transaction) => tx`SELECT FROM battle_clock FOR UPDATE`],
  ])('can be joined when an outage comes while %s', { tags: 'B8' }, async (_, hold) => {
    const { id } = await ann.openLobby();
    for (let seconds = 0; seconds < 596; seconds += 2) {
      await product.clock.advance(2_000);
      await product.app.battle.tick();
    }
    await product.clock.advance(2_000);
    const goOn = await holding(product.sql, hold);
    const joined = outcomeOf(cyd.join(id));
    await locksAwaited(product.sql, 1);
    await product.clock.advance(8_000);
    await goOn();
    expect(await joined).toBe('ok');
  });

  it('gets back the time that a restart took', async () => {
    const { id } = await ann.openLobby();
    await product.pass(50);
    await product.restartAfter(600);
    await product.pass(5);
    expect((await lobby(id)).status).toBe('open');
    await product.pass(10);
    expect((await lobby(id)).status).toBe('closed');
  });

  it('gets it back before any lobby is closed after the outage', async () => {
    const { id } = await ann.openLobby();
    await product.pass(1);
    await product.clock.advance(600_000); // no server shows life, then lobbies are looked through before any tick
    await product.app.battle.sweepLobbies();
    expect((await lobby(id)).status).toBe('open');
  });

  it('gets it back when the outage comes while lobbies are looked through', {
    tags: ['B8', 'B9'],
  }, async () => {
    const { id: over } = await matchOf(ann, ben);
    for (const round of [1, 2]) {
      await ann.play(over, CARD.rock, round);
      await ben.play(over, CARD.scissors, round);
    }
    const offer = await ann.openLobby('Again', over);
    await product.pass(54);
    await ann.matches();
    const goOn = await holding(product.sql, (tx) => tx`LOCK TABLE battle_seats`);
    const sweep = product.app.battle.sweepLobbies();
    await locksAwaited(product.sql, 1);
    await product.clock.advance(8_000);
    await goOn();
    await sweep;
    expect((await lobby(offer.id)).status).toBe('open');
    expect((await ben.openLobby('Again', over)).status).toBe('started');
  });

  it('gets it back although somebody has it locked at that moment', async () => {
    const { id } = await ann.openLobby();
    await product.pass(1);
    await product.clock.advance(600_000);
    let back: Promise<void> | undefined;
    await product.sql.begin(async (somebody) => {
      await somebody`SELECT FROM battle_lobbies WHERE id = ${id} FOR UPDATE`;
      back = product.app.battle.tick();
      await Promise.race([back, locksAwaited(product.sql, 1)]);
    });
    await back;
    await product.app.battle.sweepLobbies();
    expect((await lobby(id)).status).toBe('open');
  });

  it('is taken by one of ten who join at once', { tags: ['B8', 'battle-20'] }, async () => {
    const crowd = await Promise.all(
      Array.from({ length: 10 }, (_, index) => product.fighter(`crowd ${index}`)),
    );
    const counts = noCounts();
    for (let time = 0; time < 5; time += 1) await joinAtOnce(ann, crowd, counts);
    expect(counts.wrong).toEqual([]);
  });

  it.each<[how: string, enter: () => Promise<() => Promise<unknown>>]>([
    [
      'joined',
      async () => {
        const { id } = await ann.openLobby();
        return () => ben.join(id);
      },
    ],
    [
      'played again',
      async () => {
        const { id } = await matchOf(ann, ben);
        for (const fighter of [ann, ben, ann, ben, ann, ben]) await fighter.play(id, CARD.rock);
        await ann.openLobby('Rematch', id);
        return () => ben.openLobby('Rematch', id);
      },
    ],
  ])(
    'is refused, and no fault, to whoever takes another seat in the moment it is %s',
    {
      tags: 'B8',
    },
    async (_, prepare) => {
      const enter = await prepare();
      const { id } = await matchOf(cyd, await product.fighter('dan'));
      let outcome: Promise<string> | undefined;
      await product.sql.begin(async (elsewhere) => {
        await elsewhere`
        INSERT INTO battle_seats (wallet, match_id, seen_at) VALUES (${ben.wallet}, ${id}, now())`;
        outcome = outcomeOf(enter());
        await locksAwaited(product.sql, 1);
      });
      expect(await outcome).toBe('409 already-in-match');
    },
  );

  it('brings two who join each other at once into one match', async () => {
    for (let time = 0; time < 10; time += 1) {
      const [of1, of2] = await Promise.all([ann.openLobby(), ben.openLobby()]);
      const outcomes = await Promise.all([
        outcomeOf(ann.join(of2.id)),
        outcomeOf(ben.join(of1.id)),
      ]);
      expect(outcomes).toContain('ok');
      const live = await product.sql`SELECT wallet FROM battle_seats`;
      expect(live).toHaveLength(2);
      const [match] = await ann.matches();
      await ann.leave(match!.id);
      await product.app.battle.sweepLobbies();
    }
  });
});

describe('a rematch', () => {
  async function finished(loser = ben, begun?: Match): Promise<string> {
    const { id } = begun ?? (await matchOf(ann, loser));
    for (let round = 1; round <= 2; round += 1) {
      await ann.play(id, 'Transcendence', round);
      await loser.play(id, 'Planktuz de Solanuz', round);
    }
    return id;
  }

  it.each([
    ['the winner first', () => [ann, ben]],
    ['the loser first', () => [ben, ann]],
  ])('begins when both press it, %s', async (_, order) => {
    const [first, second] = order() as [Fighter, Fighter];
    const old = await finished();
    const offered = await first.openLobby('Rematch', old);
    expect(offered).toMatchObject({ status: 'open', matchId: null, rematchOf: old });
    expect((await first.openLobby('Rematch', old)).id).toBe(offered.id);
    expect((await second.see(old)).rematch).toMatchObject({
      state: 'offered',
      offeredBy: first.wallet,
      lobbyId: offered.id,
    });
    expect(await listed()).toEqual([]);
    expect(await outcomeOf(cyd.join(offered.id))).toBe('403 lobby-reserved');
    const accepted = await second.openLobby('Rematch', old);
    expect(accepted).toMatchObject({ id: offered.id, status: 'started' });
    expect((await first.see(old)).rematch).toMatchObject({
      state: 'started',
      matchId: accepted.matchId,
    });
    expect((await first.openLobby('Rematch', old)).matchId).toBe(accepted.matchId);
    // The old match is over for both, and takes nothing of the new one with it.
    await second.leave(old);
    expect((await first.see(old)).rematch.state).toBe('started');
    await first.leave(accepted.matchId!);
  });

  it.each([
    ['from no other lobby', async () => undefined],
    ['from offering another one', () => finished(cyd)],
  ])(
    'that nobody took in its minute keeps its player %s, in the seconds until it is swept',
    { tags: ['B8', 'B9'] },
    async (_, rematchOf) => {
      const old = await finished();
      const another = await rematchOf();
      await ann.openLobby('Rematch', old);
      for (let seconds = 0; seconds < 58; seconds += 2) {
        await product.clock.advance(2_000);
        await product.app.battle.tick();
      }
      await product.clock.advance(1_999);
      expect(await outcomeOf(ann.openLobby('Red room', another))).toBe('409 lobby-already-open');
      await product.clock.advance(1);
      expect((await ann.openLobby('Red room', another)).status).toBe('open');
      expect((await ann.see(old)).rematch.state).toBe('over');
    },
  );

  it('is seen by the next poll, also where polls are answered from memory', async () => {
    const old = await finished();
    await product.pass(6, 0.5); // long enough to know that no other server is there
    expect((await ben.see(old)).rematch.state).toBe('none');
    await ann.openLobby('Rematch', old);
    expect((await ben.see(old)).rematch.state).toBe('offered');
  });

  it('can be joined by the call of a lobby, too', async () => {
    const old = await finished();
    const { id } = await ann.openLobby('Rematch', old);
    expect(await outcomeOf(ann.join(id))).toBe('400 own-lobby');
    const joined = await ben.client.call('POST /api/game/lobbies/{id}/join', {
      params: { id },
      body: { playerWallet: ben.wallet },
    });
    expect(joined.match.id).toBe((await ann.see(old)).rematch.matchId);
    expect(await ben.join(id)).toMatchObject({ id, matchId: joined.match.id });
  });

  it('is one when both press it at once', { tags: 'B9' }, async () => {
    const counts = noCounts();
    let old = await finished();
    for (let time = 0; time < 20; time += 1) {
      old = await finished(ben, await playAgainAtOnce([ann, ben], { id: old }, counts));
    }
    expect(counts.wrong).toEqual([]);
    expect(await product.sql`SELECT FROM battle_matches`).toHaveLength(21);
  });

  it('is off when one declines, leaves, or a minute passes', { tags: 'B9' }, async () => {
    const declined = await finished();
    const { id } = await ann.openLobby('Rematch', declined);
    expect(await outcomeOf(cyd.closeLobby(id))).toBe('403 not-yours');
    expect((await ben.closeLobby(id)).status).toBe('closed');
    expect((await ann.see(declined)).rematch.state).toBe('over');
    expect(await outcomeOf(ben.openLobby('Rematch', declined))).toBe('409 rematch-over');

    const left = await finished();
    const offered = await ann.openLobby('Rematch', left);
    await ben.leave(left);
    expect((await ann.see(left)).rematch.state).toBe('over');
    expect((await lobby(offered.id)).status).toBe('closed');

    const late = await finished();
    await ann.openLobby('Rematch', late);
    await product.pass(65);
    expect((await ben.see(late)).rematch.state).toBe('over');
    expect(await outcomeOf(ben.openLobby('Rematch', late))).toBe('409 rematch-over');
  });

  it('can be taken back when a server was killed after it had closed the lobby', {
    tags: 'B9',
  }, async () => {
    const old = await finished();
    const { id } = await ann.openLobby('Rematch', old);
    await product.sql`UPDATE battle_lobbies SET state = 'closed' WHERE id = ${id}`;
    await ann.closeLobby(id);
    expect((await ben.see(old)).rematch.state).toBe('over');
  });

  it('stands for as much longer as an outage took', { tags: ['B4', 'B9'] }, async () => {
    const id = await finished();
    await ann.openLobby('Rematch', id);
    await product.pass(50);
    const before = await ann.see(id);
    await product.restartAfter(600);
    const after = await ann.see(id);
    const until = ({ rematch }: Match) => Date.parse(rematch.expiresAt!);
    expect(until(after) - until(before)).toBe(600_000);
    expect(after.version).toBe(before.version + 1);
    await product.clock.advance(600_000); // again, and a call comes before any tick
    expect((await ben.openLobby('Rematch', id)).status).toBe('started');
  });

  it('stands for the one who accepts it while the outage comes', { tags: 'B9' }, async () => {
    const old = await finished();
    await ann.openLobby('Rematch', old);
    await product.pass(55);
    const goOn = await holding(
      product.sql,
      (tx) => tx`SELECT FROM battle_matches WHERE id = ${old} FOR UPDATE`,
    );
    const accepted = ben.openLobby('Rematch', old);
    await locksAwaited(product.sql, 1);
    await product.clock.advance(10_000);
    await goOn();
    expect((await accepted).status).toBe('started');
  });

  it('is off when the one who offered it accepts another one', { tags: 'B9' }, async () => {
    const [offered, accepted] = [await finished(), await finished(cyd)];
    await cyd.openLobby('Rematch', accepted);
    await ann.openLobby('Rematch', offered);
    expect((await ann.openLobby('Rematch', accepted)).status).toBe('started');
    expect((await ben.see(offered)).rematch.state).toBe('over');
  });

  it('is off when the one who offered it joins somebody else', { tags: 'B9' }, async () => {
    const offered = await finished();
    await ann.openLobby('Rematch', offered);
    await ann.join((await cyd.openLobby()).id);
    expect((await ben.see(offered)).rematch.state).toBe('over');
  });

  it('waits until the own lobby is closed and the own match is over', { tags: 'B8' }, async () => {
    const [old, other] = [await finished(), await finished(cyd)];
    const { id } = await ann.openLobby();
    expect(await outcomeOf(ann.openLobby('Rematch', old))).toBe('409 lobby-already-open');
    await ann.closeLobby(id);
    await ben.openLobby('Rematch', old);
    // One open lobby for each wallet: an offer is one.
    expect(await outcomeOf(ben.openLobby('Rematch'))).toBe('409 lobby-already-open');
    await matchOf(ann, cyd);
    expect(await outcomeOf(ann.openLobby('Rematch', old))).toBe('409 already-in-match');
    expect(await outcomeOf(ann.openLobby('Rematch', other))).toBe('409 already-in-match');
  });

  it('is off when the one who offered it signs out', { tags: 'B9' }, async () => {
    const dan = await product.fighter('dan');
    const id = await finished(dan);
    await dan.openLobby('Rematch', id);
    await dan.client.signOut();
    expect((await ann.see(id)).rematch.state).toBe('over');
  });

  it('is refused without waiting for the match, whose cards would wait behind it', {
    tags: ['B3', 'B9'],
  }, async () => {
    const { id } = await matchOf(ann, ben);
    const goOn = await holding(
      product.sql,
      (tx) => tx`SELECT FROM battle_matches WHERE id = ${id} FOR UPDATE`,
    );
    expect(await outcomeOf(cyd.openLobby('Rematch', id))).toBe('403 not-a-player');
    expect(await outcomeOf(ann.openLobby('Rematch', id))).toBe('409 match-not-over');
    await goOn();
  });

  it('is only for its two players, and only after the match', { tags: 'B9' }, async () => {
    const { id } = await matchOf(ann, ben);
    expect(await outcomeOf(ann.openLobby('Rematch', id))).toBe('409 match-not-over');
    await ann.leave(id);
    expect(await outcomeOf(cyd.openLobby('Rematch', id))).toBe('403 not-a-player');
    expect(await outcomeOf(ben.openLobby('Rematch', id))).toBe('409 rematch-over');
    expect(await outcomeOf(ben.openLobby('Rematch', 'nothing'))).toBe('404 match-unknown');
  });
});
