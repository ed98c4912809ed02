/** Two servers on one database and one Redis: people on one see changes made on the other. */
import { describe, expect, it } from 'vitest';
import type { EventKind } from '#server/cluster/event-bus.ts';
import { CARD, type Fighter } from '#tests/support/battle-product.ts';
import { listen } from '#tests/support/listener.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { HAS_REDIS, pairForThisFile } from '#tests/support/server-pair.ts';

const { redis, pair } = await pairForThisFile();

const as = ({ client }: Fighter, at: { origin: string }) =>
  listen(at.origin, { cookie: client.cookie });

/** Resolves when the second server hears of this. */
function heardByB(kind: EventKind): Promise<void> {
  return new Promise((resolve) => pair.b.bus.subscribe(kind, () => resolve()));
}

describe.skipIf(!HAS_REDIS)('two servers', () => {
  it('run one match with a player at each, over sockets and polls', async () => {
    const [{ atA: ann }, { atB: ben }] = [await pair.fighter('ann'), await pair.fighter('ben')];
    const [toAnn, toBen] = [await as(ann, pair.a), await as(ben, pair.b)];
    const { id: lobbyId } = await ann.openLobby();
    await toBen.hears(({ type }) => type === 'lobby-updated');
    expect(await ben.client.call('GET /api/game/lobbies', {})).toMatchObject([{ id: lobbyId }]);
    const { id } = (await ben.join(lobbyId)).match;
    for (const listener of [toAnn, toBen]) {
      expect(await listener.hearsOfMatch('match-started', 1)).toMatchObject({ id });
    }
    await ann.play(id, CARD.rock);
    expect(await toBen.hearsOfMatch('match-updated', 2)).toMatchObject({
      player1HasPlayed: true,
      player1Card: null,
    });
    await ben.play(id, CARD.scissors);
    expect(await toAnn.hearsOfMatch('match-updated', 3)).toMatchObject({
      rounds: [{ player1Choice: 'rock', player2Choice: 'scissors' }],
    });
    expect(await ann.see(id)).toMatchObject({ version: 3, currentRound: 2 });
    await Promise.all([ann.play(id, CARD.rock, 2), ben.play(id, CARD.scissors, 2)]);
    expect(await toAnn.hearsOfMatch('match-updated', 5)).toMatchObject({ winner: ann.wallet });
    expect(await toBen.hearsOfMatch('match-updated', 5)).toMatchObject({ winner: ann.wallet });
    expect(await ben.see(id)).toMatchObject({ status: 'completed', winner: ann.wallet });
  });

  it('end a session at the other one, too: its calls are refused, its sockets closed', async () => {
    const { atA, atB } = await pair.fighter('guest');
    const socket = await as(atB, pair.b);
    expect(await atB.client.call('GET /api/auth/session', {})).toEqual({
      walletAddress: atB.wallet,
    });
    const heard = heardByB('session-ended');
    const cut = socket.closed();
    await atA.client.signOut();
    await heard;
    expect(await outcomeOf(atB.client.call('GET /api/auth/session', {}))).toBe('401 no-session');
    expect(await cut).toBe(1008);
  });

  it('tell Redis nothing of a card before its round is over', async () => {
    const { atA: ann, atB: annAtB } = await pair.fighter('ann');
    const { atB: ben } = await pair.fighter('ben');
    const { id: lobbyId } = await ann.openLobby();
    const { id } = (await ben.join(lobbyId)).match;
    const recording = await redis.record();
    await ann.play(id, CARD.rock);
    // What was published, and what was counted.
    await expect.poll(recording.text).toMatch(new RegExp(`match-changed[^\\n]*${id}`));
    await annAtB.see(id);
    await ben.see(id);
    const said = recording.text();
    recording.close();
    await ben.leave(id);
    expect(said).toContain('limit:table');
    for (const secret of ['hodlord', CARD.rock, 'rock', 'paper', 'scissors', 'card', 'choice']) {
      expect(said.toLowerCase()).not.toContain(secret);
    }
    expect(said).not.toContain(ann.client.cookie!.split('=')[1]!);
  });

  it('give every key in Redis the prefix of the product and a time at which it expires', async () => {
    // Of calls, and of those of a session.
    for (const name of ['ann', 'ben']) await (await pair.fighter(name)).atB.matches();
    const keys = (await redis.ask('KEYS *')).match(/^[^*$+\r\n][^\r\n]+$/gm) ?? [];
    expect(keys.length).toBeGreaterThan(3);
    for (const key of keys) {
      expect(key).toMatch(/^mainz:/);
      const [, left] = /:(-?\d+)\r\n/.exec(await redis.ask(`PTTL "${key}"`)) ?? [];
      expect(left).toBeDefined();
      expect(left).not.toBe('-1'); // -2: gone meanwhile
    }
  });
});
