/** One of two servers loses the database, or hangs: those who play through it lose no round by that. */
import { describe, expect, it } from 'vitest';
import { CARD, type Fighter } from '#tests/support/battle-product.ts';
import { type Listener, listen } from '#tests/support/listener.ts';
import { HAS_REDIS, pairForThisFile } from '#tests/support/server-pair.ts';

const { pair } = await pairForThisFile();

type Server = typeof pair.a;

/** What the jobs of these servers do in this time. */
async function pass(seconds: number, ...servers: Server[]): Promise<void> {
  for (let half = 0; half < seconds * 2; half += 1) {
    await pair.clock.advance(500);
    for (const { app } of servers) await app.battle.tick();
    if (half % 10 === 9) for (const { app } of servers) await app.battle.sweepLobbies();
  }
}

/** A match of somebody at the first server with somebody at the second, who has put a card down. */
async function matchAcross(
  name: string,
): Promise<{ id: string; ann: Fighter; ben: Fighter; toAnn: Listener }> {
  const { atA: ann } = await pair.fighter(`ann ${name}`);
  const { atB: ben } = await pair.fighter(`ben ${name}`);
  const toAnn = await listen(pair.a.origin, { cookie: ann.client.cookie });
  const { id } = (await ben.join((await ann.openLobby()).id)).match;
  await ben.play(id, CARD.rock);
  await pass(11, pair.a, pair.b);
  return { id, ann, ben, toAnn };
}

describe.skipIf(!HAS_REDIS)('while one of two servers is away', () => {
  it('a player there has as much time left as when it went', { tags: 'B4' }, async () => {
    const { id, ann, ben } = await matchAcross('one');
    const toBen = await listen(pair.b.origin, { cookie: ben.client.cookie });
    const before = Date.parse((await ben.see(id)).roundClosesAt!);
    await pass(58, pair.b);
    await pass(20, pair.a, pair.b);
    // The other player's page is told of it, too.
    await toBen.hears(
      (told) =>
        told.type === 'match-updated' && Date.parse(told.match.roundClosesAt!) > before + 50_000,
    );
    const match = await ann.play(id, CARD.paper, 1);
    expect(match).toMatchObject({ player1Score: 1, currentRound: 2 });
    await ann.leave(id);
  });

  it('the match of a player there who missed a round cannot be claimed in that time', {
    tags: 'battle-27',
  }, async () => {
    const { id, ann, ben } = await matchAcross('six');
    await pass(30, pair.a, pair.b);
    await pass(45, pair.b);
    expect(await ben.canClaim(id)).toBe(false);
    await pass(40, pair.b);
    expect(await ben.canClaim(id)).toBe(true);
    await ann.leave(id);
  });

  it('a player whom the other one hears has no more time than ever', async () => {
    const { id, ann, toAnn } = await matchAcross('two');
    toAnn.close();
    await listen(pair.b.origin, { cookie: ann.client.cookie });
    await pass(45, pair.b);
    expect(await ann.see(id)).toMatchObject({ currentRound: 2, player2Score: 1 });
    await ann.leave(id);
  });

  it('nobody waits for longer than a minute', async () => {
    const { id, ann } = await matchAcross('three');
    await pass(95, pair.b);
    expect(await ann.see(id)).toMatchObject({ currentRound: 2, player2Score: 1 });
    await ann.leave(id);
  });

  it('an outage of both gives its time back once, though one is back later', async () => {
    const { id, ann, ben } = await matchAcross('seven');
    await ben.see(id);
    await pass(5, pair.a, pair.b);
    const closesAt = async () => Date.parse((await ann.see(id)).roundClosesAt!);
    const before = await closesAt();
    await pair.clock.advance(30_000);
    await pass(1.5, pair.a);
    await pass(3, pair.a, pair.b);
    expect((await closesAt()) - before).toBe(30_500);
    await ann.leave(id);
  });

  it('a match that it holds locked takes no time from another', async () => {
    const held = await matchAcross('four');
    const { id, ann } = await matchAcross('five');
    await pair.sql.begin(async (tx) => {
      await tx`SELECT FROM battle_matches WHERE id = ${held.id} FOR UPDATE`;
      await pass(15, pair.b);
    });
    await pass(30, pair.b);
    expect(await ann.see(id)).toMatchObject({ currentRound: 1 });
    await ann.leave(id);
    await held.ann.leave(held.id);
  });
});
