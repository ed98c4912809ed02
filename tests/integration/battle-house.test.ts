/** The house opponent of the demo, as a visitor meets it (B13). */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lobby, Match } from '#contract/battle.ts';
import { playHistories } from '#demo/house/histories.ts';
import { runHouse } from '#demo/house/house.ts';
import { Player } from '#demo/house/player.ts';
import { evenly } from '#demo/house/strategies.ts';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { CARD, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';

const HOUSE = personaAddress('house');

// As behind a proxy: the house does not call it by its public address.
const product = await forThisFile(startBattleProduct({ publicOrigin: 'https://cards.example' }));
let closing: AbortController;
let house: Promise<void>;
const faults: unknown[] = [];

beforeEach(async () => {
  await product.clear();
  closing = new AbortController();
  house = runHouse({
    origin: product.origin,
    signal: closing.signal,
    isHasty: true,
    onFault: (persona, reason) => faults.push(`${persona.name}: ${reason}`),
  });
});
afterEach(async () => {
  closing.abort();
  await house;
  expect(faults).toEqual([]);
});

/** However busy the machine is. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 30_000 });

function lobbies(): Promise<Lobby[]> {
  return product.visitor().call('GET /api/game/lobbies', {});
}

async function openLobby(): Promise<Lobby> {
  await eventually(async () => (await lobbies()).length).toBe(1);
  return (await lobbies())[0]!;
}

async function guest(name: string, usesSocket = true): Promise<Player> {
  const player = new Player({
    origin: product.origin,
    signal: closing.signal,
    strategy: evenly,
    usesSocket,
    signer: personaKeypair(`guest ${name}`),
  });
  await player.start();
  return player;
}

async function nextMatch(player: Player): Promise<Match> {
  for (;;) {
    const live = player.live();
    if (live !== undefined) return live;
    await player.waitForChange(1_000);
  }
}

/** Requests that reached the server while `act` ran, sockets included. */
async function requestsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const { server } = product.app.http;
  const note = ({ method, url }: { method?: string; url?: string }) =>
    void asked.push(`${method} ${url}`);
  server.on('request', note).on('upgrade', note);
  await act();
  server.off('request', note).off('upgrade', note);
  return asked;
}

describe('the house', () => {
  it('keeps a lobby open that says who waits there', { tags: 'B13' }, async () => {
    const lobby = await openLobby();
    expect(lobby).toMatchObject({ creatorWallet: HOUSE, status: 'open' });
    expect(lobby.name).toMatch(/house opponent.*program/i);
    expect(lobby.creator.displayName).toBe('House of Shadows');
  });

  it('plays whoever joins to the end, and there is always another lobby open', {
    tags: 'B13',
  }, async () => {
    const first = await openLobby();
    const ann = await guest('ann');
    const { id } = await ann.join(first.id);
    const second = await openLobby();
    expect(second.creatorWallet).not.toBe(HOUSE);
    expect(second.name).toBe(first.name);

    const ben = await guest('ben');
    const against = await ben.join(second.id);
    expect((await openLobby()).creatorWallet).not.toBe(second.creatorWallet);
    for (const match of await Promise.all([ann.playOut(id), ben.playOut(against.id)])) {
      expect(match).toMatchObject({ status: 'completed', endReason: 'decided' });
    }
    // Both are idle again, and still one stands at the door.
    expect((await openLobby()).name).toBe(first.name);
  });

  it('accepts a rematch, again and again', async () => {
    const ann = await guest('ann');
    let { id } = await ann.join((await openLobby()).id);
    for (let time = 0; time < 3; time += 1) {
      await ann.playOut(id);
      expect(await ann.playAgain(id, 'Once more')).toBeUndefined();
      const next = await nextMatch(ann);
      expect(next.player1Wallet).toBe(ann.wallet);
      id = next.id;
    }
    expect(await ann.playOut(id)).toMatchObject({ status: 'completed', player2Wallet: HOUSE });
    await openLobby();
  });

  it('finds its lobby and its match again after the server was away and its session is gone', async () => {
    const { id } = await openLobby();
    const fighter = await product.fighter('cas');
    const { match } = await fighter.join(id);
    await eventually(async () => (await fighter.see(match.id)).player1HasPlayed).toBe(true);
    await product.sql`DELETE FROM sessions`;
    await product.restartAfter(20);
    await fighter.client.signIn();
    await fighter.play(match.id, CARD.rock, 1);
    // Its card of the second round needs a session again.
    await eventually(async () => (await fighter.see(match.id)).rounds.length).toBe(1);
    await eventually(async () => (await fighter.see(match.id)).player1HasPlayed).toBe(true);
    await fighter.leave(match.id);
    await openLobby();
  });

  it('asks for nothing while nobody plays, and its lobby stays open all the same', async () => {
    const { id } = await openLobby();
    const asked = await requestsDuring(async () => {
      await product.pass(180, 2);
      await sleep(1_500);
    });
    expect(asked).toEqual([]);
    expect((await lobbies()).map((lobby) => lobby.id)).toEqual([id]);
  });

  it('signs out when it closes, which closes its lobby, and comes back with another one', async () => {
    const { id } = await openLobby();
    closing.abort();
    await house;
    expect(await product.sql`SELECT FROM sessions WHERE wallet_address = ${HOUSE}`).toHaveLength(0);
    expect(await lobbies()).toEqual([]);
    closing = new AbortController();
    house = runHouse({ origin: product.origin, signal: closing.signal, isHasty: true });
    await eventually(
      () => product.sql`SELECT FROM sessions WHERE wallet_address = ${HOUSE}`,
    ).toHaveLength(1);
    expect((await openLobby()).id).not.toBe(id);
  });

  it('goes on with a match it was killed in, whoever of it played', async () => {
    const ann = await product.fighter('ann');
    await ann.join((await openLobby()).id);
    const ben = await product.fighter('ben');
    const { match } = await ben.join((await openLobby()).id);
    closing.abort();
    await house;
    closing = new AbortController();
    house = runHouse({ origin: product.origin, signal: closing.signal, isHasty: true });
    for (let round = 1; round <= 2; round += 1) {
      await ben.play(match.id, CARD.rock, round).catch(() => {});
      await eventually(async () => (await ben.see(match.id)).rounds.length).toBe(round);
    }
    await openLobby();
  });
});

describe('a player without sockets', () => {
  it('plays a whole match by polling', { tags: 'battle-31' }, async () => {
    const player = await guest('without sockets', false);
    const { id } = await player.join((await openLobby()).id);
    expect(await player.playOut(id)).toMatchObject({ status: 'completed' });
  });
});

describe('the residents of the demo', () => {
  it('have played once when the demo opens', async () => {
    const { origin } = product;
    const played = await playHistories({ origin, signal: closing.signal });
    expect(played).toBeGreaterThan(20);
    const board = await product.visitor().call('GET /api/game/leaderboard', {});
    // The same at every start, so that two pictures of the demo are.
    expect(board.map(({ wins }) => wins)).toEqual([5, 3, 3, 2, 2, 2, 2, 2, 1, 1, 1, 0]);
    expect(board.reduce((sum, { totalGames }) => sum + totalGames, 0)).toBe(2 * played);
    expect(await playHistories({ origin, signal: closing.signal })).toBe(0);
    expect(await product.sql`SELECT FROM battle_seats`).toHaveLength(0);
  });

  it('give up the match they were interrupted in, and play the rest', async () => {
    const { origin } = product;
    const early = AbortSignal.timeout(250);
    await playHistories({ origin, signal: early }).catch(() => {});
    await playHistories({ origin, signal: closing.signal });
    expect(await playHistories({ origin, signal: closing.signal })).toBe(0);
    expect(await product.sql`SELECT FROM battle_seats`).toHaveLength(0);
  });
});
