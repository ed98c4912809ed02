/** The sockets at /ws: who receives what, who is refused, and what is cut off. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { TICK_EVERY_MS } from '#server/battle/clock/round-clock.ts';
import { systemClock } from '#server/cluster/clock.ts';
import type { HeldCard } from '#server/sui/chain.ts';
import { CARD, type Fighter, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { type Listener, type ListenerOptions, listen } from '#tests/support/listener.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben, eve] = await product.fighters('ann', 'ben', 'eve');

beforeEach(() => product.clear());

const open = (options?: ListenerOptions) => listen(product.origin, options);
const as = (fighter: Fighter) => open({ cookie: fighter.client.cookie });
/** Versions of the match that a socket was told of as updates. */
const updates = ({ told }: Listener) =>
  told.flatMap((message) => (message.type === 'match-updated' ? [message.match.version] : []));

describe('a match over sockets', () => {
  it('is told to its players, each their own view, and to nobody else', {
    tags: 'battle-29',
  }, async () => {
    const [toAnn, toBen, toEve] = await Promise.all([as(ann), as(ben), as(eve)]);
    const { id } = await matchOf(ann, ben);
    for (const listener of [toAnn, toBen]) {
      expect(await listener.hearsOfMatch('match-started', 1)).toMatchObject({ id });
    }
    await ann.play(id, CARD.rock);
    expect(await toAnn.hearsOfMatch('match-updated', 2)).toMatchObject({ player1Card: CARD.rock });
    expect(await toBen.hearsOfMatch('match-updated', 2)).toMatchObject({
      player1Card: null,
      player1Choice: null,
      player1HasPlayed: true,
    });
    await ben.play(id, CARD.scissors);
    for (const listener of [toAnn, toBen]) {
      expect(await listener.hearsOfMatch('match-updated', 3)).toMatchObject({
        currentRound: 2,
        rounds: [{ player1Choice: 'rock', player2Choice: 'scissors', roundWinner: ann.wallet }],
      });
    }
    await ben.leave(id);
    expect(await toAnn.hearsOfMatch('match-updated', 4)).toMatchObject({ winner: ann.wallet });
    await toEve.hears(({ type }) => type === 'lobby-updated');
    await toEve.settled();
    expect(new Set(toEve.told.map(({ type }) => type))).toEqual(new Set(['lobby-updated']));
  });

  it('is not pushed to the socket whose page got it as an answer', async () => {
    const name = 'the-same-name';
    const [named, other, toBen] = await Promise.all([as(ann), as(ann), as(ben)]);
    for (const listener of [named, toBen]) {
      listener.say({ type: 'name-socket', name });
      await listener.settled();
    }
    const { id } = await matchOf(ann, ben);
    const body = { walletAddress: ann.wallet, cardName: CARD.rock, round: 1, socket: name };
    await ann.client.call('POST /api/game/matches/{id}/play', { params: { id }, body });
    for (const listener of [other, toBen]) await listener.hearsOfMatch('match-updated', 2);
    await ben.play(id, CARD.scissors);
    await named.hearsOfMatch('match-updated', 3);
    expect(updates(named)).toEqual([3]);
  });

  it('is told to the socket after all, and to no other, when its page repeats the play, having had no answer', {
    tags: ['battle-28', 'battle-41'],
  }, async () => {
    const name = 'the-same-name';
    const [named, other] = [await as(ann), await as(ann)];
    named.say({ type: 'name-socket', name });
    await named.settled();
    const { id } = await matchOf(ann, ben);
    const call = {
      params: { id },
      body: { walletAddress: ann.wallet, cardName: CARD.rock, round: 1, socket: name },
    };
    await ann.client.call('POST /api/game/matches/{id}/play', call);
    await other.hearsOfMatch('match-updated', 2);
    await named.settled();
    expect(updates(named)).toEqual([]);
    await ann.client.call('POST /api/game/matches/{id}/play', call);
    expect(await named.hearsOfMatch('match-updated', 2)).toMatchObject({ player1Card: CARD.rock });
    await other.settled();
    expect(updates(other)).toEqual([2]);
  });

  it('is told to a page without a session that follows its lobby, as an outsider sees it', {
    tags: 'battle-28',
  }, async () => {
    const [page, toEve] = [await open(), await as(eve)];
    const { id: lobbyId } = await ann.openLobby();
    for (const listener of [page, toEve]) {
      listener.say({ type: 'join-lobby', lobbyId });
      await listener.settled();
    }
    const { match } = await ben.join(lobbyId);
    expect(await page.hearsOfMatch('match-started', 1)).toMatchObject({ id: match.id });
    await ann.play(match.id, CARD.rock);
    expect(await page.hearsOfMatch('match-updated', 2)).toMatchObject({
      player1Card: null,
      player1HasPlayed: true,
    });
    // Whoever is signed in hears of their own matches alone.
    await toEve.settled();
    expect(toEve.told.filter((message) => 'match' in message)).toEqual([]);
  });

  it('is told when the clock closes a round, and when a rematch is offered', async () => {
    const toBen = await as(ben);
    const { id } = await matchOf(ann, ben);
    await product.pass(40);
    expect(await toBen.hearsOfMatch('match-updated', 2)).toMatchObject({ isReplay: true });
    await product.pass(40);
    expect(await toBen.hearsOfMatch('match-updated', 3)).toMatchObject({
      endReason: 'nobody-played',
    });
    await ann.openLobby('Rematch', id);
    expect((await toBen.hearsOfMatch('match-updated', 4)).rematch.offeredBy).toBe(ann.wallet);
    const { matchId } = await ben.openLobby('Rematch', id);
    await toBen.hears((told) => told.type === 'match-started' && told.match.id === matchId);
    expect((await toBen.hearsOfMatch('match-updated', 5)).rematch.matchId).toBe(matchId);
  });

  it('is told when an outage has made its round longer', { tags: 'B4' }, async () => {
    const toBen = await as(ben);
    const match = await matchOf(ann, ben);
    await product.pass(1);
    await product.clock.advance(60_000);
    await product.app.battle.tick();
    const told = await toBen.hearsOfMatch('match-updated', 2);
    expect(Date.parse(told.roundClosesAt!) - Date.parse(match.roundClosesAt!)).toBe(60_000);
  });
});

describe('the list of lobbies', () => {
  it('is pushed in few messages when it changes many times in a moment', async () => {
    const visitor = await open();
    for (let time = 0; time < 10; time += 1) {
      const { id } = await ann.openLobby(`Room ${time}`);
      await ann.closeLobby(id);
    }
    await visitor.hears(({ type }) => type === 'lobby-updated');
    await visitor.settled();
    expect(visitor.told.length).toBeLessThan(20);
  });
});

describe('a socket', () => {
  it('keeps the lobby of whoever waits with it, as long as one is open', {
    tags: 'B8',
  }, async () => {
    const tabs = [await as(ann), await as(ann)];
    const { id } = await ann.openLobby();
    const statusAfter = async (seconds: number) => {
      await product.pass(seconds, 2);
      const lobby = await product.visitor().call('GET /api/game/lobbies/{id}', { params: { id } });
      return lobby.status;
    };
    for (const tab of tabs) {
      expect(await statusAfter(120)).toBe('open');
      tab.close();
      await expect.poll(product.app.hub.size).toBe(tabs.length - 1 - tabs.indexOf(tab));
    }
    expect(await statusAfter(66)).toBe('closed');
  });

  it('is refused to another site, and a plain request hears what this is', {
    tags: 'I6',
  }, async () => {
    const headers = { origin: 'https://evil.example' };
    await expect(open({ headers })).rejects.toThrow('refused 403');
    const ask = (forwarded: Record<string, string> = {}) =>
      fetch(`${product.origin}/ws`, { headers: forwarded });
    const plain = await ask();
    expect(plain.status).toBe(426);
    expect(await plain.json()).toMatchObject({ reason: 'upgrade-required' });
    const hop = (answer: Response) =>
      ['upgrade', 'connection'].map((name) => answer.headers.get(name));
    expect(hop(plain)).toEqual(['websocket', 'upgrade, close']);
    // A proxy may speak HTTP/2 with the caller, where such a header breaks the answer.
    expect(hop(await ask({ 'x-forwarded-for': '192.0.2.1' }))).toEqual([null, 'keep-alive']);
  });

  it('opens only at /ws: elsewhere an upgrade is ignored', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { connection: 'upgrade', upgrade: 'websocket' };
      request(`${product.origin}/healthz`, { headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it.each<[string, (listener: Listener) => void, number]>([
    ['what is no JSON', (listener) => listener.say('{'), 1007],
    [
      'a short message of very many values',
      (listener) => listener.say('['.repeat(400) + ']'.repeat(400)),
      1007,
    ],
    ['bytes', (listener) => listener.socket.send(Buffer.from([1, 2])), 1003],
    ['a message that is too long', (listener) => listener.say('x'.repeat(2_000)), 1009],
    [
      'far too many messages',
      (listener) => {
        for (let time = 0; time < 200; time += 1) listener.say({ type: 'nothing' });
      },
      1008,
    ],
  ])('is closed when it sends %s', async (_, act, code) => {
    const listener = await open();
    const closed = listener.closed();
    act(listener);
    expect(await closed).toBe(code);
  });

  it('stays open when it sends a message of an unknown kind', async () => {
    const listener = await open();
    for (const message of [null, 7, [], { type: 'join-lobby' }, { type: 'match-started' }]) {
      listener.say(message);
    }
    await listener.settled();
    expect(listener.socket.readyState).toBe(listener.socket.OPEN);
  });

  it('stays open when a listener to its messages fails', async () => {
    const { hub } = product.app;
    const listener = await open();
    hub.onMessage((_, message) => {
      if (message === 'trip') throw new Error('a fault that a test made');
    });
    listener.say('"trip"');
    await listener.settled();
    expect(listener.socket.readyState).toBe(listener.socket.OPEN);
  });

  it('ends with the session it came with', async () => {
    const guest = await product.fighter('guest');
    const listener = await as(guest);
    const closed = listener.closed();
    await guest.client.signOut();
    expect(await closed).toBe(1008);
  });

  it('is refused when its wallet has twenty', async () => {
    const many = await product.fighter('many');
    for (let time = 0; time < 20; time += 1) await as(many);
    await expect(as(many)).rejects.toThrow('refused 429');
  });
});

describe('a server that closes', () => {
  it('closes its sockets with 1001, and takes them back after the restart', async () => {
    const listener = await as(ann);
    const { id } = await matchOf(ann, ben);
    const closed = listener.closed();
    await product.restartAfter(10);
    expect(await closed).toBe(1001);
    const again = await as(ann);
    await ben.play(id, CARD.rock);
    expect(await again.hearsOfMatch('match-updated', 3)).toMatchObject({ player2HasPlayed: true });
  });

  it('notes no heartbeat once nobody new is let in, so that rounds get this time back', {
    tags: 'B4',
  }, async () => {
    const { app, chain, sql } = product;
    const { heldCards } = chain;
    product.clock.sleep = systemClock.sleep; // jobs that run wait for it at the end
    const slow = await product.fighter('slow');
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<HeldCard[]>();
    chain.heldCards = () => {
      asked.resolve();
      return answer.promise;
    };
    app.start();
    const answered = slow.client.sync();
    await asked.promise;
    const restarted = product.restartAfter(10);
    await expect.poll(() => app.http.server.listening).toBe(false);
    const beats = () => sql`SELECT beats FROM battle_clock`;
    const before = await beats();
    await sleep(3 * TICK_EVERY_MS);
    expect(await beats()).toEqual(before);
    answer.resolve([]);
    await Promise.all([answered, restarted]);
    chain.heldCards = heldCards;
  });
});
