/**
 * Concurrent actions: one result, one point, one row on the board each time.
 * `npm run bench -- races` does it a thousand times.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CARD,
  type Fighter,
  matchOf,
  outcomeOf,
  startBattleProduct,
} from '#tests/support/battle-product.ts';
import { countedUp, noCounts, playAtTheSameInstant } from '#tests/support/battle-race.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';

const product = await forThisFile(startBattleProduct());
let pairs: [Fighter, Fighter][];

beforeAll(async () => {
  pairs = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const names = [`left ${index}`, `right ${index}`];
      return (await Promise.all(names.map(product.fighter))) as [Fighter, Fighter];
    }),
  );
});
beforeEach(() => product.clear());

const cards = Object.values(CARD);
let seed = 7;
function anyCard(): string {
  seed = (seed * 16_807) % 2_147_483_647;
  return cards[seed % cards.length]!;
}

/** Counts the histories of all matches up, as the rules say, from what is stored of them. */
async function countedHistories() {
  const rows = await product.sql<{ player1: string; player2: string; winner: string }[]>`
    SELECT player1, player2, winner FROM battle_matches
    WHERE ended_at IS NOT NULL AND end_reason <> 'nobody-played'`;
  const counted = new Map<string, [number, number, number]>();
  for (const { player1, player2, winner } of rows) {
    for (const [wallet, seat] of [
      [player1, 'player1'],
      [player2, 'player2'],
    ] as const) {
      const record = counted.get(wallet) ?? [0, 0, 0];
      record[winner === 'tie' ? 2 : winner === seat ? 0 : 1] += 1;
      counted.set(wallet, record);
    }
  }
  return counted;
}

async function board() {
  const rows = await product.visitor().call('GET /api/game/leaderboard', {});
  return new Map(
    rows.map(({ walletAddress, wins, losses, ties }) => [walletAddress, [wins, losses, ties]]),
  );
}

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
    console.log(`${rounds} rounds played at the same instant: ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    expect(rounds).toBeGreaterThan(160);
    expect(await board()).toEqual(await countedHistories());
    expect(await board()).toEqual(countedUp(finished));
  });

  it('play, leave and let time run out in any mixture: every match ends, the board is its history', async () => {
    let ended = 0;
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
        if ((await one.see(ids[index]!)).status === 'completed') ended += 1;
      }
    }
    console.log(`${ended} of 30 matches with leaving and lateness ended`);
    expect(ended).toBe(30);
    expect(await board()).toEqual(await countedHistories());
    expect(await product.sql`SELECT FROM battle_seats`).toHaveLength(0);
  });
});
