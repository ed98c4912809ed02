/** Redis is killed, hangs and returns under two servers: only the speed of updates depends on it. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { CARD, type Fighter } from '#tests/support/battle-product.ts';
import { type Listener, listen } from '#tests/support/listener.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { HAS_REDIS, pairForThisFile, startPair } from '#tests/support/server-pair.ts';

const { redis, pair } = await pairForThisFile();
beforeEach(async () => {
  if (!HAS_REDIS) return;
  await redis.restart();
  await bothHave(true);
});

const bothHave = (isUp: boolean) =>
  expect.poll(() => [pair.a.isUp(), pair.b.isUp()], { timeout: 30_000 }).toEqual([isUp, isUp]);

const as = ({ client }: Fighter, at: { origin: string }) =>
  listen(at.origin, { cookie: client.cookie });

/** How this match stands, as a socket is told of it; earlier ones are told of, too. */
async function told(listener: Listener, id: string, version: number): Promise<Match> {
  const message = await listener.hears(
    (one) => 'match' in one && one.match.id === id && one.match.version >= version,
  );
  if (!('match' in message)) throw new Error('no match in it');
  return message.match;
}

async function readiness(at: { origin: string }) {
  const response = await fetch(`${at.origin}/readyz`);
  return { status: response.status, ...((await response.json()) as object) };
}

/** Ann at the first server against Ben at the second. */
async function match(): Promise<{ ann: Fighter; ben: Fighter; id: string }> {
  const [{ atA: ann }, { atB: ben }] = [await pair.fighter('ann'), await pair.fighter('ben')];
  const { id: lobbyId } = await ann.openLobby();
  return { ann, ben, id: (await ben.join(lobbyId)).match.id };
}

describe.skipIf(!HAS_REDIS)('two servers', () => {
  it('accept every card when Redis is killed in a match, and show its end at the next poll', async () => {
    const { ann, ben, id } = await match();
    await ann.play(id, CARD.rock, 1);
    await redis.kill9();
    await ben.play(id, CARD.scissors, 1);
    expect(await ann.see(id)).toMatchObject({ version: 3, currentRound: 2 });
    await Promise.all([ann.play(id, CARD.rock, 2), ben.play(id, CARD.scissors, 2)]);
    for (const fighter of [ann, ben]) {
      expect(await fighter.see(id)).toMatchObject({
        status: 'completed',
        winner: ann.wallet,
        version: 5,
        rounds: [
          { player1Card: CARD.rock, player2Card: CARD.scissors },
          { player1Card: CARD.rock, player2Card: CARD.scissors },
        ],
      });
    }
    await bothHave(false);
    // It is told, and is no reason to take the server out.
    const answered = await readiness(pair.a);
    expect(answered).toMatchObject({ database: true, redis: false });
    await redis.restart();
  });

  it('push to their own sockets while Redis is down, what was missed when it is back, and go on pushing', async () => {
    const { ann, ben, id } = await match();
    const [toAnn, toBen] = [await as(ann, pair.a), await as(ben, pair.b)];
    await redis.kill9();
    await bothHave(false);
    await ann.play(id, CARD.rock, 1);
    await told(toAnn, id, 2);
    await toBen.settled();
    expect(
      toBen.told.filter((one) => 'match' in one && one.match.id === id && one.match.version > 1),
    ).toEqual([]);
    await redis.restart();
    expect(await told(toBen, id, 2)).toMatchObject({
      id,
      player1HasPlayed: true,
      player1Card: null,
    });
    await bothHave(true);
    await ann.leave(id);
    expect(await told(toBen, id, 3)).toMatchObject({ winner: ben.wallet });
  });

  it('tell a page without a session of the lobby it follows when Redis is back', async () => {
    const { atA: ann } = await pair.fighter('ann');
    const { atA: ben } = await pair.fighter('ben');
    const page = await listen(pair.b.origin);
    const { id: lobbyId } = await ann.openLobby();
    page.say({ type: 'join-lobby', lobbyId });
    await page.settled();
    await redis.kill9();
    await bothHave(false);
    const { match: started } = await ben.join(lobbyId);
    await redis.restart();
    expect(await told(page, started.id, 1)).toMatchObject({ id: started.id });
    await ann.leave(started.id);
  });

  it('end a session at both while Redis is down, and close its sockets when Redis is back', async () => {
    const { atA, atB } = await pair.fighter('guest');
    const socket = await as(atB, pair.b);
    await atB.client.call('GET /api/auth/session', {}); // remembered by the second
    await redis.kill9();
    await bothHave(false);
    await atA.client.signOut();
    expect(await outcomeOf(atB.client.call('GET /api/auth/session', {}))).toBe('401 no-session');
    const cut = socket.closed();
    await redis.restart();
    expect(await cut).toBe(1008);
  });

  it('answer every call while Redis hangs, and push what was missed when it answers again', async () => {
    const { ann, ben, id } = await match();
    const toBen = await as(ben, pair.b);
    redis.hang();
    try {
      const outcomes = await Promise.all(
        [ann, ben].flatMap((fighter) =>
          Array.from({ length: 5 }, () => outcomeOf(fighter.see(id))),
        ),
      );
      expect(outcomes).toEqual(Array(10).fill('ok'));
      // Nobody waited until the line was given up.
      expect([pair.a.isUp(), pair.b.isUp()]).toEqual([true, true]);
      await ann.play(id, CARD.rock, 1);
      expect(await ben.see(id)).toMatchObject({ version: 2 });
      await bothHave(false);
      expect(await outcomeOf(ben.play(id, CARD.paper, 1))).toBe('ok');
    } finally {
      redis.wake();
    }
    await told(toBen, id, 3);
    await bothHave(true);
    await ann.leave(id);
  });

  it('share the rate limits, and count them each by itself while Redis is down', {
    tags: 'I8',
  }, async () => {
    const strict = await startPair(redis, { rateLimitFactor: 1 });
    onTestFinished(async () => {
      await redis.restart();
      await strict.close();
    });
    const { atA, atB } = await strict.fighter('hasty');
    await atA.client.call('POST /api/user', { body: { walletAddress: atA.wallet } });
    const outcomes: string[] = [];
    for (let time = 0; time < 14; time += 1) {
      const { client } = time % 2 === 0 ? atA : atB;
      outcomes.push(await outcomeOf(client.rename('Name')));
    }
    // Ten at once and one more in thirty seconds, whoever is asked.
    expect(outcomes.slice(0, 10)).toEqual(Array(10).fill('ok'));
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeLessThan(13);
    expect(outcomes.at(-1)).toBe('429 too-many-requests');

    await redis.kill9();
    await expect.poll(() => strict.a.isUp() || strict.b.isUp()).toBe(false);
    const allowed = await Promise.all(
      [atA, atB].map(async ({ client }) => {
        let count = 0;
        for (let time = 0; time < 14; time += 1) {
          const outcome = await outcomeOf(client.rename('Name'));
          expect(['ok', '429 too-many-requests']).toContain(outcome);
          if (outcome === 'ok') count += 1;
        }
        return count;
      }),
    );
    expect(allowed).toEqual([10, 10]); // the clock of these servers stands still
  });
});
