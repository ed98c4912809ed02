/** Whole matches over real HTTP and a real database, on the server's clock. */
import { beforeEach, describe, expect, it } from 'vitest';
import { CARD, type Fighter, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben, cyd] = await product.fighters('ann', 'ben', 'cyd');

beforeEach(() => product.clear());

async function rounds(id: string, ...played: [keyof typeof CARD, keyof typeof CARD][]) {
  for (const [one, two] of played) {
    await ann.play(id, CARD[one]);
    await ben.play(id, CARD[two]);
  }
  return ann.see(id);
}

async function standing(fighter: Fighter) {
  const rows = await product.visitor().call('GET /api/game/leaderboard', {});
  return rows.find(({ walletAddress }) => walletAddress === fighter.wallet);
}

async function record(fighter: Fighter) {
  const row = await standing(fighter);
  return [row?.wins ?? 0, row?.losses ?? 0, row?.ties ?? 0, row?.streak ?? 0];
}

describe('a match', () => {
  it('is won with two points, and the board moves once', {
    tags: ['battle-1', 'boards-10', 'calls-18'],
  }, async () => {
    const { id } = await matchOf(ann, ben);
    const won = await rounds(id, ['rock', 'scissors'], ['paper', 'paper'], ['paper', 'rock']);
    expect(won).toMatchObject({
      status: 'completed',
      winner: ann.wallet,
      roundWinner: ann.wallet,
      endReason: 'decided',
      player1Score: 2,
      player2Score: 0,
      currentRound: 3,
      totalRounds: 3,
      player1Card: CARD.paper,
      player2Choice: 'rock',
    });
    expect(won.rounds.map(({ roundWinner }) => roundWinner)).toEqual([
      ann.wallet,
      'tie',
      ann.wallet,
    ]);
    expect(await record(ann)).toEqual([1, 0, 0, 1]);
    expect(await record(ben)).toEqual([0, 1, 0, -1]);
    expect(await outcomeOf(ben.play(id, CARD.rock))).toBe('409 match-over');
    expect(await record(ann)).toEqual([1, 0, 0, 1]);
  });

  it('can be tied, and a tie moves no streak', { tags: ['B10', 'calls-18'] }, async () => {
    await ben.leave((await matchOf(ann, ben)).id); // so that both have a streak
    const before = [await record(ann), await record(ben)];
    const { id } = await matchOf(ann, ben);
    const tied = await rounds(id, ['rock', 'rock'], ['rock', 'paper'], ['rock', 'scissors']);
    expect(tied).toMatchObject({ winner: 'tie', player1Score: 1, player2Score: 1 });
    const after = before.map(([wins, losses, ties, streak]) => [wins, losses, ties! + 1, streak]);
    expect([await record(ann), await record(ben)]).toEqual(after);
  });

  it('shows names and records as they stood when it began', async () => {
    await ben.leave((await matchOf(ann, ben)).id);
    // The server is alone, and remembers what she was called on the board and in a lobby.
    await product.pass(6, 0.5);
    expect((await standing(ann))?.displayName).toBe(`User_${ann.wallet.slice(-4)}`);
    await ann.closeLobby((await ann.openLobby()).id);
    await ann.client.rename('Ann of the Arena');
    expect((await standing(ann))?.displayName).toBe('Ann of the Arena');
    const [wins, losses, ties] = await record(ann);
    const match = await matchOf(ann, ben);
    const shown = { displayName: 'Ann of the Arena', wins, losses, ties };
    expect(match.player1).toMatchObject(shown);
    expect(match.player2.displayName).toBe(`User_${ben.wallet.slice(-4)}`);
  });

  it('takes one card a round, from its players, out of the deck', {
    tags: ['B1', 'B3', 'I7'],
  }, async () => {
    const { id } = await matchOf(ann, ben);
    const once = await ann.play(id, CARD.rock, 1);
    expect(once).toMatchObject({ player1HasPlayed: true, player1Card: CARD.rock });
    expect((await ann.play(id, CARD.rock, 1)).version).toBe(once.version);
    expect(await outcomeOf(ann.play(id, CARD.paper))).toBe('409 already-played');
    expect(await outcomeOf(cyd.play(id, CARD.rock))).toBe('403 not-a-player');
    expect(await outcomeOf(ben.play(id, 'Joker'))).toBe('400 battle-card-unknown');
    expect(await outcomeOf(ben.play('nothing', CARD.rock))).toBe('404 match-unknown');
    await ben.play(id, CARD.rock, 1);
    // The second click of a double click, late: it does not count in the next round.
    const late = await ben.play(id, CARD.rock, 1);
    expect(late).toMatchObject({ currentRound: 2, player2HasPlayed: false });
  });

  it('is resigned by leaving; twice is fine', { tags: 'B7' }, async () => {
    const before = await record(ben);
    const { id } = await matchOf(ann, ben);
    expect(await ann.leave(id)).toMatchObject({ winner: ben.wallet, endReason: 'left' });
    expect((await ann.leave(id)).winner).toBe(ben.wallet);
    expect((await record(ben))[0]).toBe(before[0]! + 1);
    expect(await outcomeOf(cyd.leave(id))).toBe('403 not-a-player');
  });

  it('stays in the lists of its players for a quarter of an hour after it began', async () => {
    const { id } = await matchOf(ann, ben);
    await ann.leave(id);
    const isListed = async () => (await ann.matches()).some((match) => match.id === id);
    await product.clock.advance(14 * 60_000);
    expect(await isListed()).toBe(true);
    await product.clock.advance(61_000);
    expect(await isListed()).toBe(false);
    await product.app.battle.tick(); // no outage for what follows
  });

  it('is found again after a reload, with the own card locked and nothing of the other', {
    tags: 'B11',
  }, async () => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.paper);
    const [again] = await (await product.fighter('ann')).matches();
    expect(again).toMatchObject({ id, player1Card: CARD.paper, player1Choice: 'paper' });
    const [seen] = await ben.matches();
    expect(seen).toMatchObject({ id, player1Card: null, player1HasPlayed: true });
  });

  it('is told in the same bytes after a restart', { tags: 'B11' }, async () => {
    const { id } = await matchOf(ann, ben);
    const text = async () => JSON.stringify({ ...(await ann.see(id)), serverNow: '' });
    const before = await text();
    await product.restartAfter(1);
    expect(await text()).toBe(before);
  });

  it('answers 304 to a poll while nothing changed', async () => {
    const { id } = await matchOf(ann, ben);
    const calls = [
      ['GET /api/game/matches/{id}', { params: { id } }],
      ['GET /api/game/matches', { query: { walletAddress: ann.wallet } }],
    ] as const;
    for (const [key, input] of calls) {
      const first = await ann.client.exchange(key, input as never);
      const etag = String(first.headers.etag);
      const same = { 'if-none-match': etag };
      expect((await ann.client.exchange(key, input as never, same)).status).toBe(304);
      // Another viewer has another answer.
      expect((await ben.client.exchange(key, input as never, same)).status).toBe(200);
    }
    const { headers } = await ann.client.exchange('GET /api/game/matches', {
      query: { walletAddress: ann.wallet },
    });
    await ben.play(id, CARD.rock);
    const changed = await ann.client.exchange(
      'GET /api/game/matches',
      { query: { walletAddress: ann.wallet } },
      { 'if-none-match': String(headers.etag) },
    );
    expect(changed.status).toBe(200);
  });
});

describe("the server's clock", () => {
  it('gives the round, then the match, to the one who is there', { tags: 'B4' }, async () => {
    const before = await record(ann);
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await product.pass(39);
    expect((await ann.see(id)).currentRound).toBe(1);
    await product.pass(1);
    const second = await ann.see(id);
    expect(second).toMatchObject({ currentRound: 2, player1Score: 1, roundWinner: ann.wallet });
    expect(second.rounds[0]).toMatchObject({ player2Card: null, player2Choice: null });
    const left = Date.parse(second.roundClosesAt!) - Date.parse(second.serverNow);
    expect(left).toBe(50_000);
    await ann.play(id, CARD.paper);
    await product.pass(50);
    expect(await ann.see(id)).toMatchObject({ status: 'completed', winner: ann.wallet });
    expect((await record(ann))[0]).toBe(before[0]! + 1);
  });

  it('opens a round that nobody played once more, then ends without counting', {
    tags: 'B4',
  }, async () => {
    const before = await record(ann);
    const { id } = await matchOf(ann, ben);
    await product.pass(40);
    expect(await ann.see(id)).toMatchObject({ currentRound: 1, isReplay: true, rounds: [] });
    await product.pass(40);
    const over = await ann.see(id);
    expect(over).toMatchObject({ winner: 'tie', endReason: 'nobody-played' });
    expect(await record(ann)).toEqual(before);
    // Both are free again.
    await ann.leave((await matchOf(ann, ben)).id);
  });

  it('takes a card until the round closes and not after', async () => {
    const { id } = await matchOf(ann, ben);
    await product.pass(38);
    await product.clock.advance(1_999);
    await ann.play(id, CARD.rock, 1);
    await product.clock.advance(1);
    // Closed by the call itself: no tick has come yet.
    expect(await outcomeOf(ben.play(id, CARD.paper))).toBe('409 round-not-open');
    expect(await outcomeOf(ben.play(id, CARD.paper, 1))).toBe('409 round-not-open');
    expect(await ben.see(id)).toMatchObject({ currentRound: 2, player1Score: 1 });
  });

  it('gives an open round the time back that a restart took', { tags: 'B4' }, async () => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await product.pass(10);
    const before = await ann.see(id);
    await product.restartAfter(1_000);
    const after = await ann.see(id);
    expect(after).toMatchObject({ currentRound: 1, player1Card: CARD.rock });
    expect(Date.parse(after.roundClosesAt!) - Date.parse(before.roundClosesAt!)).toBe(1_000_000);
    expect(after.version).toBe(before.version + 1);
    // However long ago it began, the player is back in it.
    expect((await ann.matches())[0]?.id).toBe(id);
    await product.pass(29);
    expect((await ann.see(id)).currentRound).toBe(1);
    await ben.play(id, CARD.paper, 1);
    expect((await ann.see(id)).rounds[0]?.roundWinner).toBe(ben.wallet);
  });

  it('gives back what the automatic start after a crash takes, too', { tags: 'B4' }, async () => {
    const { id } = await matchOf(ann, ben);
    await product.pass(10);
    const before = await ann.see(id);
    await product.restartAfter(4);
    const after = await ann.see(id);
    expect(Date.parse(after.roundClosesAt!) - Date.parse(before.roundClosesAt!)).toBe(4_000);
  });

  it('closes a round once, however many servers look at it', async () => {
    const other = product.another();
    const { id } = await matchOf(ann, ben);
    const { version } = await ann.play(id, CARD.rock);
    await product.pass(39);
    await product.clock.advance(1_000);
    const servers = [product.app, other, product.app, other];
    await Promise.all(servers.map(({ battle }) => battle.tick()));
    expect(await ann.see(id)).toMatchObject({ version: version + 1, player1Score: 1 });
    // One of the two stops: that is no outage for those who had left it.
    await product.pass(10);
    for (let second = 0; second < 20; second += 1) {
      await product.clock.advance(1_000);
      await other.battle.tick();
    }
    await product.app.battle.tick();
    expect((await ann.see(id)).version).toBe(version + 1);
  });

  it('gives it back once, however many servers notice', { tags: 'B4' }, async () => {
    const other = product.another();
    const before = await matchOf(ann, ben);
    await product.pass(1);
    await product.clock.advance(60_000);
    await Promise.all([product.app, other].map(({ battle }) => battle.tick()));
    const after = await ann.see(before.id);
    expect(Date.parse(after.roundClosesAt!) - Date.parse(before.roundClosesAt!)).toBe(60_000);
    expect(after.version).toBe(before.version + 1);
  });

  it('gives it back before it accepts the first card after the outage', async () => {
    const { id } = await matchOf(ann, ben);
    await product.pass(1);
    await product.clock.advance(120_000); // no server shows life, then a call comes before any tick
    await ann.play(id, CARD.rock, 1);
    await ben.play(id, CARD.rock, 1);
    expect(await ann.see(id)).toMatchObject({ currentRound: 2, roundWinner: 'tie' });
  });
});

describe('two servers', () => {
  /** What the other server shows of a match, and the first of a wallet's list there. */
  async function shownThere(other: Other, id: string) {
    const { matches } = other.battle;
    const [one, [first]] = await Promise.all([matches.get(id), matches.ofWallet(ann.wallet)]);
    return { version: one.match.version, first: first?.match.id };
  }
  type Other = ReturnType<typeof product.another>;

  it('show a change or a new match within a second when they do not hear each other', async () => {
    await product.clear();
    const other = product.another();
    const before = await matchOf(ann, ben);
    expect(await shownThere(other, before.id)).toEqual({ version: 1, first: before.id });
    await ann.play(before.id, CARD.rock);
    await product.clock.advance(1_000);
    expect(await shownThere(other, before.id)).toEqual({ version: 2, first: before.id });
    await ann.leave(before.id);
    const { id } = await matchOf(ann, ben);
    await product.clock.advance(1_000);
    expect(await shownThere(other, id)).toEqual({ version: 1, first: id });
  });

  it('do so even when each was alone before', async () => {
    await product.clear();
    await product.app.battle.tick(); // the clock went on without one: else that is an outage for this match
    const other = product.another();
    const { id } = await matchOf(ann, ben);
    // The first alone for long, then both.
    await product.pass(8, 0.5);
    const seen = async () => (await product.app.battle.matches.get(id)).match.version;
    expect(await seen()).toBe(1);
    await other.battle.tick();
    await other.battle.matches.play(ann.wallet, id, { cardName: CARD.rock });
    await product.pass(1, 0.5);
    expect(await seen()).toBe(2);
  });

  it('show a change at once when they share a bus', async () => {
    await product.clear();
    const { id } = await matchOf(ann, ben);
    await product.clock.advance(1);
    expect((await ben.see(id)).player1HasPlayed).toBe(false);
    const other = product.another();
    const { match } = await other.battle.matches.play(ann.wallet, id, { cardName: CARD.rock });
    product.bus.receive('match-changed', {
      matchId: id,
      version: match.version,
      token: '',
      lobbyId: '',
      players: [ann.wallet, ben.wallet],
    });
    expect((await ben.see(id)).player1HasPlayed).toBe(true);
  });

  it('show a change at once after events were lost', { tags: 'battle-31' }, async () => {
    await product.clear();
    await product.pass(6, 0.5); // alone, so that what is known is not looked up
    const { id } = await matchOf(ann, ben);
    await product.clock.advance(1);
    expect((await ben.see(id)).player1HasPlayed).toBe(false);
    await product.another().battle.matches.play(ann.wallet, id, { cardName: CARD.rock });
    product.bus.publish('events-lost', {});
    expect((await ben.see(id)).player1HasPlayed).toBe(true);
  });

  it('play one match in turns: what one remembers never hides what the other did', async () => {
    await product.clear();
    const other = product.another();
    const { id } = await matchOf(ann, ben);
    const here = product.app.battle.matches;
    const there = other.battle.matches;
    await there.get(id); // remembers round 1, with nobody's card in it
    await here.play(ann.wallet, id, { cardName: CARD.rock, round: 1 });
    await here.play(ben.wallet, id, { cardName: CARD.paper, round: 1 });

    // As remembered there, round 2 is not open and round 1 still takes cards.
    const late = there.play(ann.wallet, id, { cardName: CARD.paper, round: 1 });
    await expect(late).rejects.toThrow('already-played');
    await there.play(ann.wallet, id, { cardName: CARD.rock, round: 1 });
    await there.play(ann.wallet, id, { cardName: CARD.rock, round: 2 });
    // And here round 2 has no card in it yet.
    const { match } = await here.play(ben.wallet, id, { cardName: CARD.rock, round: 2 });
    expect(match.rounds.map(({ winner }) => winner)).toEqual(['player2', 'tie']);
    await there.play(ben.wallet, id, { cardName: CARD.paper, round: 3 });
    await here.play(ann.wallet, id, { cardName: CARD.paper, round: 3 });
    expect(await ann.see(id)).toMatchObject({ status: 'completed', winner: ben.wallet });
    await expect(there.play(ann.wallet, id, { cardName: CARD.rock })).rejects.toThrow('match-over');
    expect((await there.leave(ann.wallet, id)).match.rematch.state).toBe('over');
    const board = await product.visitor().call('GET /api/game/leaderboard', {});
    expect(board.map(({ wins, losses }) => [wins, losses])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });
});
