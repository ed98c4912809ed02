/**
 * Concurrent actions: one result, one point, one row on the board each time.
 * `npm run bench -- races` does it a thousand times.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { CARD, type Fighter, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import {
  anyCard,
  countedUp,
  noCounts,
  playAtTheSameInstant,
  shownBoard,
} from '#tests/support/battle-race.ts';
import { locksAwaited } from '#tests/support/database.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const product = await forThisFile(startBattleProduct());
let pairs: [Fighter, Fighter][];

beforeAll(async () => {
  pairs = await Promise.all(
    Array.from({ length: 10 }, (_, index) => product.fighters(`left ${index}`, `right ${index}`)),
  );
});
beforeEach(() => product.clear());

describe('both players', () => {
  it('play at the same instant, clicking twice: every round resolves once', {
    tags: 'B3',
  }, async () => {
    const counts = noCounts();
    let rounds = 0;
    for (let time = 0; time < 8; time += 1) {
      const played = await Promise.all(pairs.map((pair) => playAtTheSameInstant(pair, counts)));
      rounds += played.reduce((sum, count) => sum + count, 0);
    }
    const { wrong, finished } = counts;
    expect(wrong).toEqual([]);
    expect(rounds).toBeGreaterThan(160);
    expect(await shownBoard(pairs[0]![0])).toEqual(countedUp(finished));
  });

  it('double-click without naming the round: no click counts in a round that nobody has seen', {
    tags: 'B3',
  }, async () => {
    const [one, two] = pairs[0]!;
    const { id } = await matchOf(one, two);
    await one.play(id, CARD.rock);
    let clicks: Promise<string>[] = [];
    await product.sql.begin(async (holding) => {
      // Until all have come: one that comes after the round is for the next one.
      await holding`LOCK TABLE battle_matches IN EXCLUSIVE MODE`;
      clicks = [CARD.paper, CARD.paper, CARD.rock].map((card) => outcomeOf(two.play(id, card)));
      await locksAwaited(product.sql, 1);
      await two.see(id);
    });
    expect(await Promise.all(clicks)).toEqual(['ok', 'ok', '409 already-played']);
    expect(await one.see(id)).toMatchObject({
      currentRound: 2,
      player1HasPlayed: false,
      player2HasPlayed: false,
    });
    await two.play(id, CARD.paper); // a call that comes later is for the round that is open now
    expect(await one.see(id)).toMatchObject({ currentRound: 2, player2HasPlayed: true });
  });

  it('play, leave and let time run out in any mixture: every match ends, the board is its history', async () => {
    const ended: Match[] = [];
    const act = async ([one, two]: [Fighter, Fighter], index: number) => {
      const { id } = await matchOf(one, two);
      await Promise.all([
        outcomeOf(one.play(id, anyCard())),
        index % 3 === 0 ? outcomeOf(two.leave(id)) : outcomeOf(two.play(id, anyCard())),
        index % 4 === 0 ? outcomeOf(one.leave(id)) : Promise.resolve(),
      ]);
      return id;
    };
    for (let time = 0; time < 3; time += 1) {
      const ids = await Promise.all(pairs.map(act));
      // Plays and the closing of their rounds at the same moment.
      await product.pass(49);
      await product.clock.advance(1_000);
      await Promise.all([
        product.app.battle.tick(),
        product.app.battle.tick(),
        ...pairs.map(([one], index) => outcomeOf(one.play(ids[index]!, anyCard()))),
      ]);
      await product.pass(300, 2);
      for (const [index, [one]] of pairs.entries()) {
        const match = await one.see(ids[index]!);
        if (match.status === 'completed') ended.push(match);
      }
    }
    expect(ended).toHaveLength(30);
    expect(await shownBoard(pairs[0]![0])).toEqual(countedUp(ended));
    expect(await product.sql`SELECT FROM battle_seats`).toHaveLength(0);
  });
});
