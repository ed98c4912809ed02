/** How matches are saved: many in one statement, each once, even when the connection breaks. */
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { DECK } from '#rules/battle/deck.ts';
import { createStandingStore, type StandingRow } from '#server/battle/boards/standing-store.ts';
import { createCuts, type Moment, type Use } from '#tests/support/battle-cuts.ts';
import { CARD, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { holding, locksAwaited } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { listen } from '#tests/support/listener.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const cuts = createCuts();
afterAll(() => cuts.close()); // hooks run in reverse: after the product's end
const product = await forThisFile(startBattleProduct({ connect: cuts.connect }));
const [ann, ben] = await product.fighters('ann', 'ben');

beforeEach(() => product.clear());

const standings = () =>
  product.sql<StandingRow[]>`
    SELECT wallet, wins, losses, ties, streak, best_streak AS "bestStreak",
      last_game_at AS "lastGameAt"
    FROM battle_standings`;

describe('while a part of the database is away', { tags: 'B4' }, () => {
  it.each<Use>(['batches', 'the rest'])('no round runs out: %s', async (use) => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await product.pass(35);
    cuts.all(use);
    expect(await outcomeOf(ben.play(id, CARD.paper, 1))).toBe('503 storage-away');
    for (let ticks = 0; ticks < 4; ticks += 1) {
      await product.clock.advance(1_900);
      await product.app.battle.tick().catch(() => {});
    }
    cuts.all(null);
    await expect.poll(() => outcomeOf(ben.play(id, CARD.paper, 1))).toBe('ok');
    expect(await ann.see(id)).toMatchObject({ currentRound: 2, player2Score: 1 });
  });
});

describe('a connection that breaks', () => {
  /** Tries again as a page does, until there is an answer. */
  async function again<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call();
      } catch (refused) {
        if ((refused as { status?: number }).status !== 503) throw refused;
      }
    }
  }

  it.each<Moment>(['before it is sent', 'half sent', 'between commit and answer'])(
    'loses nothing, does nothing twice, and tells each state once: %s',
    async (moment) => {
      const listeners = await Promise.all(
        [ann, ben].map(({ client }) => listen(product.origin, { cookie: client.cookie })),
      );
      const broken = cuts.count();
      const cut = <T>(call: () => Promise<T>): Promise<T> => {
        cuts.next(moment);
        return again(call);
      };
      const { id: lobbyId } = await cut(() => ann.openLobby());
      const { match } = await cut(() => ben.join(lobbyId));
      let last: Match = match;
      for (const round of [1, 2]) {
        await cut(() => ann.play(match.id, CARD.rock, round));
        last = await cut(() => ben.play(match.id, CARD.scissors, round));
      }
      await cut(() => ben.openLobby('after it'));
      expect(cuts.count() - broken).toBe(7);
      expect(last).toMatchObject({ status: 'completed', winner: ann.wallet, player1Score: 2 });
      expect(last.version).toBe(5);
      const [count] = await product.sql`SELECT count(*) AS matches FROM battle_matches`;
      expect(count?.matches).toBe(1);
      expect((await standings()).map(({ wins, losses }) => wins - losses).sort()).toEqual([-1, 1]);
      for (const listener of listeners) {
        await listener.hearsOfMatch('match-updated', 5);
        await listener.settled();
        const versions = listener.told.flatMap((message) =>
          message.type === 'match-updated' ? [message.match.version] : [],
        );
        expect(versions).toEqual([2, 3, 4, 5]);
        const started = listener.told.filter(({ type }) => type === 'match-started');
        expect(started).toHaveLength(1);
      }
    },
  );
});

describe('a match that was saved after the answer to its start was lost', { tags: 'B4' }, () => {
  /** As an outage begins: what gives rounds the time of it back does not see it. */
  async function startSavedLate(): Promise<string> {
    const before = await matchOf(ben, ann);
    await ann.leave(before.id);
    const { id } = await ann.openLobby();
    const goOn = await holding(
      product.sql,
      (tx) => tx`
        INSERT INTO battle_seats (wallet, match_id, seen_at)
        VALUES (${ben.wallet}, ${before.id}, now())`,
    );
    const joining = outcomeOf(ben.join(id));
    await locksAwaited(product.sql, 1);
    cuts.cutWaiting();
    expect(await joining).toBe('503 storage-away');
    await product.clock.advance(14_000);
    const back = product.app.battle.tick();
    await locksAwaited(product.sql, 2);
    await product.app.runJob('find matches');
    expect(await listed()).toMatchObject([{ id }]);
    await expect(goOn(new Error('no seat'))).rejects.toThrow('no seat');
    await back;
    await expect.poll(() => product.sql`SELECT FROM battle_seats`).toHaveLength(2);
    return id;
  }

  const listed = () => ann.client.call('GET /api/game/lobbies', {});

  const wholeRound = () => new Date(product.clock.now().getTime() + 40_000).toISOString();

  it('has its whole first round for whoever joins again', async () => {
    const { match } = await ben.join(await startSavedLate());
    expect(match.roundClosesAt).toBe(wholeRound());
    expect(await listed()).toEqual([]);
  });

  it('is told to both a moment later, with its whole first round', async () => {
    const listeners = await Promise.all(
      [ann, ben].map(({ client }) => listen(product.origin, { cookie: client.cookie })),
    );
    const lobbyId = await startSavedLate();
    await product.app.runJob('find matches');
    expect(await listed()).toEqual([]);
    for (const listener of listeners) {
      for (const type of ['match-started', 'match-updated'] as const) {
        await listener.hears((told) => told.type === type && told.match.lobbyId === lobbyId);
      }
    }
    await product.app.runJob('find matches');
    const [match] = await ann.matches();
    expect(match).toMatchObject({ version: 2, roundClosesAt: wholeRound() });
  });
});

describe('a rematch whose answer is lost, and which is saved late', { tags: ['B4', 'B9'] }, () => {
  /** A match to the end. */
  async function play(): Promise<string> {
    const { id } = await matchOf(ann, ben);
    for (const fighter of [ann, ben, ann, ben, ann, ben]) await fighter.play(id, CARD.rock);
    return id;
  }

  /** As an outage begins: what gives the time of it back does not see it. */
  async function savedLate(ask: () => Promise<unknown>, table: string): Promise<void> {
    const goOn = await holding(
      product.sql,
      (tx) => tx`LOCK TABLE ${product.sql.unsafe(table)} IN SHARE MODE`,
    );
    const asked = outcomeOf(ask());
    await locksAwaited(product.sql, 1);
    await product.clock.advance(14_000);
    const back = product.app.battle.tick();
    await locksAwaited(product.sql, 2);
    cuts.nextTransaction();
    await goOn();
    expect(await asked).toBe('503 storage-away');
    await back;
  }

  const inSeconds = (seconds: number) =>
    new Date(product.clock.now().getTime() + seconds * 1_000).toISOString();

  it('is told to both, with its whole first round', async () => {
    const id = await play();
    await ann.openLobby('Again', id);
    const toAnn = await listen(product.origin, { cookie: ann.client.cookie });
    await savedLate(() => ben.openLobby('Again', id), 'battle_matches');
    await product.app.runJob('find matches');
    const [match] = await ann.matches();
    expect(match).toMatchObject({ status: 'in_progress', roundClosesAt: inSeconds(40) });
    await toAnn.hears((told) => told.type === 'match-started' && told.match.id === match!.id);
  });

  it('is told, and stands for its whole minute, once it is offered again', async () => {
    const id = await play();
    await savedLate(() => ann.openLobby('Again', id), 'battle_lobbies');
    const toBen = await listen(product.origin, { cookie: ben.client.cookie });
    expect((await ann.openLobby('Again', id)).expiresAt).toBe(inSeconds(60));
    expect((await ben.see(id)).rematch.expiresAt).toBe(inSeconds(60));
    await toBen.hears(({ type }) => type === 'match-updated');
  });
});

describe('a card whose answer is lost', { tags: 'B11' }, () => {
  async function putDown(moment: Moment) {
    const { id } = await matchOf(ann, ben);
    const toBen = await listen(product.origin, { cookie: ben.client.cookie });
    await product.pass(6, 0.5); // long enough to know that no other server is there
    await product.clock.advance(1);
    await ben.see(id);
    cuts.next(moment);
    expect(await outcomeOf(ann.play(id, CARD.rock))).toMatch(/^503/);
    return {
      id,
      /** What Ben's socket was told after he was refused, for which the match is read. */
      async told() {
        expect(await outcomeOf(ben.play(id, CARD.rock, 3))).toMatch(/^409/);
        await toBen.settled();
        return toBen.told.filter(({ type }) => type === 'match-updated').length;
      },
    };
  }

  it('shows at the next look, and is told once', async () => {
    const { id, told } = await putDown('between commit and answer');
    expect(await ben.see(id)).toMatchObject({ version: 2, player1HasPlayed: true });
    expect(await told()).toBe(1);
    expect(await told()).toBe(1);
  });

  it('is not told when it was not stored', async () => {
    const { id, told } = await putDown('before it is sent');
    expect(await told()).toBe(0);
    expect(await ben.see(id)).toMatchObject({ version: 1, player1HasPlayed: false });
  });

  it('takes the one behind it along', async () => {
    const { id } = await matchOf(ann, ben);
    const { matches } = product.app.battle;
    // With its round: without, it would first be read which one is open.
    const play = ({ wallet }: typeof ann) =>
      matches.play(wallet, id, { cardName: CARD.rock, round: 1 });
    cuts.next('before it is sent');
    const first = play(ann);
    for (let turn = 0; turn < 20; turn += 1) await null; // it is on its way
    const both = await Promise.allSettled([first, play(ben)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ann.see(id)).toMatchObject({ version: 1 });
  });
});

describe('plays in any order and number, at two servers', () => {
  const plays = fc.array(
    fc.record({
      isFirst: fc.boolean(),
      isHere: fc.boolean(),
      round: fc.integer({ min: 1, max: 3 }),
      cardName: fc.constantFrom(...DECK.map(({ name }) => name)),
    }),
    { minLength: 5, maxLength: 40 },
  );

  it('put each accepted card into its round, and no other', async () => {
    const other = product.another();
    for (const wanted of fc.sample(plays, 25)) {
      const { id } = await matchOf(ann, ben);
      const accepted = new Map<string, string>();
      await Promise.all(
        wanted.map(async ({ isFirst, isHere, round, cardName }) => {
          const { matches } = isHere ? product.app.battle : other.battle;
          const wallet = isFirst ? ann.wallet : ben.wallet;
          const outcome = await outcomeOf(matches.play(wallet, id, { cardName, round }));
          if (outcome !== 'ok') return expect(outcome).toMatch(/played|open|over/);
          const seat = `${round} ${isFirst ? 'player1' : 'player2'}`;
          expect(accepted.get(seat) ?? cardName).toBe(cardName);
          accepted.set(seat, cardName);
        }),
      );
      product.app.battle.invalidate();
      const { match } = await product.app.battle.matches.get(id);
      const stored = new Map<string, string>();
      for (const { number, picks } of [...match.rounds, ...(match.open ? [match.open] : [])]) {
        for (const seat of ['player1', 'player2'] as const) {
          if (picks[seat] !== null) stored.set(`${number} ${seat}`, picks[seat]);
        }
      }
      expect(stored).toEqual(accepted);
      expect(match.version).toBe(1 + stored.size);
      if (match.end === null) await ann.leave(id);
    }
    const [sum] = await product.sql`SELECT sum(games)::int8 AS games FROM battle_standings`;
    expect(sum?.games).toBe(50);
  });
});

describe('the standings', () => {
  /** @param games a letter each: w, l, t */
  function standingAfter(games: string): Omit<StandingRow, 'wallet' | 'lastGameAt'> {
    const [wins, losses, ties] = ['w', 'l', 't'].map((one) => games.split(one).length - 1);
    const runs = games.replaceAll('t', '').match(/w+|l+/g) ?? [];
    const [last = ''] = runs.slice(-1);
    return {
      wins: wins!,
      losses: losses!,
      ties: ties!,
      streak: last.startsWith('l') ? -last.length : last.length,
      bestStreak: Math.max(
        0,
        ...runs.filter((run) => run.startsWith('w')).map((run) => run.length),
      ),
    };
  }

  it('count each game once, wins or losses in a row, and the most wins in a row; a tie ends no row', {
    tags: 'S2',
  }, async () => {
    const store = createStandingStore(product.sql);
    const wallets = [ann.wallet, ben.wallet];
    const results = fc.constantFrom('win', 'loss', 'tie');
    const played = new Map<string, string>(wallets.map((wallet) => [wallet, '']));
    for (const [index, pair] of fc.sample(fc.tuple(results, results), 120).entries()) {
      const at = new Date(1_000_000 + index * 1_000);
      await store.added(product.sql`
        SELECT wallet, result, ${at} AS ended_at
        FROM unnest(${wallets}::text[], ${pair}::text[]) AS game (wallet, result)`);
      wallets.forEach(
        (wallet, seat) => void played.set(wallet, played.get(wallet)! + pair[seat]![0]),
      );
      if (index % 10 !== 0) continue;
      for (const { wallet, ...standing } of await standings()) {
        const expected = { ...standingAfter(played.get(wallet)!), lastGameAt: at };
        expect(standing, played.get(wallet)!).toEqual(expected);
      }
    }
  });
});

it.each([
  ['who is none of the players', '403 not-a-player'],
  ['before the match is over', '409 match-not-over'],
])(
  "'Play Again' by one %s does not keep the match's cards waiting",
  { tags: 'B9' },
  async (who, no) => {
    const { id } = await matchOf(ann, ben);
    const release = await holding(
      product.sql,
      (tx) => tx`SELECT FROM battle_matches WHERE id = ${id} FOR UPDATE`,
    );
    const [asks] = who.startsWith('who') ? await product.fighters('cyd') : [ben];
    const asked = outcomeOf(asks!.openLobby('Rematch', id));
    expect(await Promise.race([asked, locksAwaited(product.sql, 1)])).toBe(no);
    await release();
  },
);
