/** Claiming a match from somebody who stays away: over real HTTP, on the server's clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARD, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben, cyd] = await product.fighters('ann', 'ben', 'cyd');

let id = '';
/** Ann plays, Ben does not; the second round is open. */
beforeEach(async () => {
  ({ id } = await matchOf(ann, ben));
  await ann.play(id, CARD.rock);
});
afterEach(() => product.clear());

const roundMissed = () => product.pass(41);

describe('a claim', { tags: 'battle-27' }, () => {
  it('ends the match at once when the opponent missed a round and is away; may be made twice', {
    tags: 'B4',
  }, async () => {
    await roundMissed();
    expect(await ann.canClaim(id)).toBe(true);
    const claimed = await ann.claim(id);
    expect(claimed).toMatchObject({
      status: 'completed',
      winner: ann.wallet,
      endReason: 'claimed',
      player1Score: 1,
      rematch: { state: 'over' },
    });
    expect((await ann.claim(id)).version).toBe(claimed.version);
    expect(await outcomeOf(ben.claim(id))).toBe('409 match-over');
    expect(await outcomeOf(ben.play(id, CARD.rock))).toBe('409 match-over');
    const [row] = await product.visitor().call('GET /api/game/leaderboard', {});
    expect(row).toMatchObject({ walletAddress: ann.wallet, wins: 1, totalGames: 1 });
    // Both are free for the next one.
    expect((await matchOf(ben, ann)).status).toBe('in_progress');
  });

  it('is offered once a round was missed, and neither to the one who missed it nor to strangers', async () => {
    await product.pass(35);
    expect(await ann.canClaim(id)).toBe(false);
    await product.pass(6);
    for (const other of [ben, cyd]) expect(await other.canClaim(id)).toBe(false);
    expect(await outcomeOf(ann.claim('nothing'))).toBe('404 match-unknown');
  });

  it.each<[poll: string, (id: string) => Promise<unknown>]>([
    ['the match', (match) => ben.see(match)],
    ['the own matches', () => ben.matches()],
    ['the list of lobbies', () => ben.client.call('GET /api/game/lobbies', {})],
    [
      'a lobby',
      async (match) => {
        const { lobbyId } = await ann.see(match);
        await ben.client.call('GET /api/game/lobbies/{id}', { params: { id: lobbyId } });
      },
    ],
    ['whether they may claim it', (match) => ben.canClaim(match)],
  ])('is refused when the opponent has asked for %s', async (_, ask) => {
    await roundMissed();
    await ask(id);
    expect(await outcomeOf(ann.claim(id))).toBe('409 opponent-here');
  });

  it('is refused as soon as the opponent is heard of again, also by another server', {
    tags: 'B4',
  }, async () => {
    await roundMissed();
    await ben.see(id);
    expect(await ann.canClaim(id)).toBe(false);
    expect(await outcomeOf(ann.claim(id))).toBe('409 opponent-here');
    // This server forgets them; what any server noted after five seconds stands for twenty.
    await product.pass(24);
    expect(await outcomeOf(ann.claim(id))).toBe('409 opponent-here');
    await product.pass(1);
    expect(await ann.claim(id)).toMatchObject({ endReason: 'claimed' });
  });

  it.each(['saw', 'connected'] as const)(
    'is refused as soon as another server has noted that the opponent came back to it: %s',
    { tags: 'B4' },
    async (heard) => {
      const other = product.another();
      await roundMissed();
      other.battle.presence[heard](ben.wallet);
      await other.runJob('note who is back');
      expect(await outcomeOf(ann.claim(id))).toBe('409 opponent-here');
    },
  );

  it('is refused, too, when the other server has heard that they came back, and notes it only then', {
    tags: 'B4',
  }, async () => {
    const other = product.another();
    await roundMissed();
    for (const one of [other, product.app]) await one.battle.tick(); // it knows that it is not alone
    other.battle.presence.saw(ben.wallet);
    const before = product.clock.slept.length;
    let isAnswered = false;
    const claimed = outcomeOf(ann.claim(id)).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered && product.clock.slept.length === before) await sleep(5);
    await other.runJob('note who is back');
    await product.clock.advance(1_000);
    expect(await claimed).toBe('409 opponent-here');
  });

  it('is refused for 20 s after the end of the opponent’s socket, of whom nothing else was heard', {
    tags: 'B4',
  }, async () => {
    const other = product.another();
    await product.pass(25);
    product.app.battle.presence.connected(ben.wallet);
    await product.pass(19);
    product.app.battle.presence.disconnected(ben.wallet);
    await product.pass(19);
    expect(await other.battle.matches.canClaim(ann.wallet, id)).toBe(false);
    await product.pass(6);
    expect(await other.battle.matches.canClaim(ann.wallet, id)).toBe(true);
  });

  it.each(['note who is back', 'close lobbies'])(
    'is not kept off for as long as an outage that the opponent comes back after: %s',
    { tags: 'B4' },
    async (job) => {
      await roundMissed();
      await product.clock.advance(300_000);
      product.app.battle.presence.saw(ben.wallet);
      await product.app.runJob(job);
      await product.pass(35);
      expect(await ann.canClaim(id)).toBe(true);
    },
  );

  /** Runs `work` while nothing can be noted of players. */
  async function whileNothingIsNoted(work: () => Promise<unknown>): Promise<void> {
    await product.sql`ALTER TABLE battle_seats RENAME seen_by TO not_there`;
    await expect(work()).rejects.toThrow('seen_by');
    await product.sql`ALTER TABLE battle_seats RENAME not_there TO seen_by`;
  }

  it('is refused, too, when the other server could note that only at its second try', {
    tags: 'B4',
  }, async () => {
    const other = product.another();
    await roundMissed();
    other.battle.presence.saw(ben.wallet);
    await whileNothingIsNoted(() => other.runJob('note who is back'));
    await other.runJob('note who is back');
    expect(await outcomeOf(ann.claim(id))).toBe('409 opponent-here');
  });

  it.each([
    ['that they left', false],
    ['that they were there', true],
  ])(
    'is refused for 20 s after the opponent was last heard of, also when %s could not be noted',
    { tags: 'B4' },
    async (_, isThere) => {
      const other = product.another();
      const { sweepLobbies } = product.app.battle;
      await roundMissed();
      const passWithoutSweep = async (seconds: number) => {
        for (let passed = 0; passed < seconds; passed += 1) await product.pass(1);
      };
      for (const seconds of [0, 7]) {
        await passWithoutSweep(seconds);
        await ben.see(id);
        await sweepLobbies();
      }
      await passWithoutSweep(5);
      if (isThere) await ben.see(id);
      await whileNothingIsNoted(sweepLobbies);
      await passWithoutSweep(5);
      await sweepLobbies();
      await passWithoutSweep(isThere ? 10 : 5);
      expect(await other.battle.matches.canClaim(ann.wallet, id), 'after 15 s').toBe(false);
      await passWithoutSweep(5);
      expect(await other.battle.matches.canClaim(ann.wallet, id), 'after 20 s').toBe(true);
    },
  );

  it('is refused on somebody who was there and only missed the round', { tags: 'B4' }, async () => {
    const other = product.another();
    for (let passed = 1; passed <= 66; passed += 1) {
      await ben.matches();
      await product.pass(1);
      if (passed % 5 === 0) await product.app.battle.sweepLobbies();
      // Noted often enough for a server that hears nothing of them itself.
      expect(await other.battle.matches.canClaim(ann.wallet, id), `after ${passed} s`).toBe(false);
    }
    await expect(other.battle.matches.claim(ann.wallet, id)).rejects.toThrow('opponent-here');
  });

  it('is judged by who is there when it is made, however long it had to wait', async () => {
    await roundMissed();
    let claimed: Promise<string> | undefined;
    await product.sql.begin(async (somebody) => {
      await somebody`SELECT FROM battle_matches WHERE id = ${id} FOR UPDATE`;
      claimed = outcomeOf(ann.claim(id));
      for (let look = 0; look < 5; look += 1) expect(await ann.canClaim(id)).toBe(true);
      await ben.see(id);
      await product.pass(3);
    });
    expect(await claimed).toBe('409 opponent-here');
    expect((await ben.see(id)).status).toBe('in_progress');
  });

  it('makes one result with a play at once', { tags: 'B3' }, async () => {
    await roundMissed();
    const [claimed, played] = await Promise.all([
      outcomeOf(ann.claim(id)),
      outcomeOf(ben.play(id, CARD.paper)),
    ]);
    const { status } = await ann.see(id);
    if (claimed === 'ok') expect([played, status]).toEqual(['409 match-over', 'completed']);
    else expect([claimed, played, status]).toEqual(['409 no-round-missed', 'ok', 'in_progress']);
  });

  it('does not count an outage of the server as absence', { tags: 'B4' }, async () => {
    await roundMissed();
    await ben.see(id);
    await product.app.battle.sweepLobbies();
    await product.restartAfter(300);
    expect(await ann.canClaim(id)).toBe(false);
  });

  it('does not count an outage of the database as absence of somebody who had left before it', {
    tags: 'B4',
  }, async () => {
    await roundMissed();
    await ben.see(id);
    await product.app.battle.sweepLobbies();
    await product.clock.advance(300_000);
    await product.app.battle.sweepLobbies();
    expect(await ann.canClaim(id)).toBe(false);
  });

  it('does not count it before the first tick after the outage, either', {
    tags: 'B4',
  }, async () => {
    await roundMissed();
    await ben.see(id);
    await product.app.battle.sweepLobbies();
    await product.clock.advance(300_000);
    const started = product.another();
    expect(await started.battle.matches.canClaim(ann.wallet, id)).toBe(false);
    await expect(started.battle.matches.claim(ann.wallet, id)).rejects.toThrow('opponent-here');
  });
});

describe('away is who was not heard of, on any server, for 20 s', { tags: 'battle-27' }, () => {
  let at = 0;
  beforeEach(() => {
    at = 0;
  });

  /** Half seconds of a running server: a tick each, a sweep every 5 s. Ben polls if he is there. */
  async function run(seconds: number, isBenThere = false) {
    const until = at + seconds;
    while (at < until) {
      await product.clock.advance(500);
      at += 0.5;
      if (isBenThere && at % 5 !== 0) await ben.see(id);
      await product.app.battle.tick();
      if (at % 5 === 0) await product.app.battle.sweepLobbies();
    }
  }

  /** After how many seconds from now the match may be claimed. */
  async function secondsToClaim(): Promise<number> {
    const start = at;
    do await run(0.5);
    while (!(await ann.canClaim(id)) && at < start + 30);
    expect(await ann.canClaim(id)).toBe(true);
    return at - start;
  }

  it('when the connection breaks off', async () => {
    await run(44.5, true);
    expect(await secondsToClaim()).toBeGreaterThanOrEqual(20);
  });

  it('when the server is killed, counted from its return', async () => {
    await run(49.5, true);
    await product.restartAfter(60);
    await ann.see(id);
    at = 0;
    expect(await secondsToClaim()).toBeGreaterThanOrEqual(20);
  });
});
