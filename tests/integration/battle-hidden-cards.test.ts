/**
 * Records everything the server sends to others before the round is resolved: it must not depend on the played card
 * (B2).
 */
import { describe, expect, it } from 'vitest';
import { Client } from '#demo/client.ts';
import { DECK } from '#rules/battle/deck.ts';
import { matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { Listener } from '#tests/support/listener.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben, eve] = await product.fighters('ann', 'ben', 'eve');

/** What the second player, somebody else and a page without a session are told by sockets. */
async function recordSockets(lobbyId: string): Promise<Listener[]> {
  const cookies = [ben.client.cookie, eve.client.cookie, null];
  const listeners = await Promise.all(
    cookies.map((cookie) => Listener.open(product.origin, { cookie })),
  );
  for (const listener of listeners) listener.say({ type: 'join-lobby', lobbyId });
  await Promise.all(listeners.map((listener) => listener.settled()));
  return listeners;
}

/** Everything anybody could ask, as the wallet of whomever they please. */
async function recorded(id: string, lobbyId: string, listeners: Listener[]): Promise<string> {
  const heard: unknown[] = [];
  const { version } = await ben.see(id);
  for (const [index, listener] of listeners.entries()) {
    // Eve has a session and no seat: she is told nothing.
    if (index !== 1) await listener.hearsOfMatch('match-updated', version);
    await listener.settled();
    heard.push(listener.told.filter(({ type }) => type !== 'lobby-updated'));
    listener.close();
  }
  for (const client of [ben.client, eve.client, new Client({ origin: product.origin })]) {
    for (const walletAddress of [undefined, ann.wallet, ben.wallet, eve.wallet]) {
      const query = walletAddress === undefined ? {} : { walletAddress };
      heard.push(await client.exchange('GET /api/game/matches/{id}', { params: { id }, query }));
      heard.push(await client.exchange('GET /api/game/matches', { query }));
    }
    heard.push(await client.exchange('GET /api/game/lobbies', {}));
    heard.push(await client.exchange('GET /api/game/lobbies/{id}', { params: { id: lobbyId } }));
    heard.push(await client.exchange('GET /api/game/leaderboard', {}));
  }
  heard.push(await outcomeOf(eve.play(id, 'Transcendence')));
  heard.push(await outcomeOf(eve.leave(id)));
  const [state] = await product.sql<{ token: string }[]>`
    SELECT token FROM battle_matches WHERE id = ${id}`;
  // What names this match, its state and this moment differs between two matches, whatever was played.
  return JSON.stringify(heard)
    .replaceAll(id, 'the match')
    .replaceAll(lobbyId, 'the lobby')
    .replaceAll(state!.token, 'drawn by chance')
    .replace(/"date":"[^"]*"/g, '')
    .replace(/W\/\\"[^"]*\\"/g, 'tag of bytes');
}

/** What others are told while the first player's card lies in this round, for each card of the deck. */
async function tapesOf(round: 1 | 2): Promise<string[]> {
  const tapes: string[] = [];
  for (const { name } of DECK) {
    await product.clear();
    const { id, lobbyId } = await matchOf(ann, ben);
    if (round === 2) for (const player of [ann, ben]) await player.play(id, 'Transcendence', 1);
    const listeners = await recordSockets(lobbyId);
    await ann.play(id, name, round);
    tapes.push(await recorded(id, lobbyId, listeners));
    // The player's own page does show it.
    expect((await ann.see(id)).player1Card).toBe(name);
    await ann.leave(id);
  }
  return tapes;
}

describe('what an opponent sees of an open round', () => {
  it('is the same byte by byte, whichever card the first player chose', {
    tags: 'B2',
  }, async () => {
    const tapes = await tapesOf(1);
    for (const tape of tapes) {
      expect(DECK.filter(({ name }) => tape.includes(name))).toEqual([]);
      expect(tape).not.toMatch(/"(?:rock|paper|scissors)"/);
      expect(tape).toContain('"player1HasPlayed":true');
    }
    expect(new Set(tapes).size).toBe(1);
  });

  it('is the same in the second round, too, when the first one is shown to all', async () => {
    const tapes = await tapesOf(2);
    expect(tapes[0]).toContain('"player2Choice":"rock"');
    expect(new Set(tapes).size).toBe(1);
  });
});
