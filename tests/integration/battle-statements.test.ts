/** The number of SQL statements of a match, which are most of its cost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { CARD, type Fighter, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { Listener } from '#tests/support/listener.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben] = await product.fighters('ann', 'ben');
const listeners: Listener[] = [];

beforeAll(async () => {
  for (const { client } of [ann, ben]) {
    listeners.push(await Listener.open(product.origin, { cookie: client.cookie }));
  }
  // Cards and sessions are known from here on, as they are for whoever plays a second match.
  await ann.leave((await matchOf(ann, ben)).id);
});
afterAll(async () => {
  for (const listener of listeners) listener.close();
});
beforeEach(() => product.clear());

/** Statements the product sent while `act` ran and until both sockets heard of `version`. */
async function statementsOf(act: () => Promise<{ id: string; version: number }>): Promise<number> {
  const before = await quiet();
  const { id, version } = await act();
  for (const listener of listeners) {
    await listener.hears(
      (message) =>
        'match' in message && message.match.id === id && message.match.version >= version,
    );
  }
  return (await countStatements()) - before - 1; // the first count itself
}

/** The count once nothing is under way: what begins a match also has the list of lobbies read again. */
async function quiet(): Promise<number> {
  for (let before = await countStatements(); ; ) {
    await sleep(100);
    const now = await countStatements();
    if (now - before === 1) return now; // the count before it
    before = now;
  }
}

async function countStatements(): Promise<number> {
  const [row] = await product.sql<[{ calls: number }]>`
    SELECT sum(calls)::int8 AS calls FROM counting.pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return row.calls;
}

describe('a match in the database', () => {
  it('needs no statement for a poll without a change, and a poll still shows a card at once', async () => {
    const { id } = await matchOf(ann, ben);
    await product.pass(6, 0.5); // long enough to know that no other server is there
    await product.clock.advance(1);
    await Promise.all([ann.see(id), ann.matches(), ben.see(id), ben.matches()]);
    const before = await countStatements();
    for (let poll = 0; poll < 10; poll += 1) {
      for (const fighter of [ann, ben]) {
        expect((await fighter.see(id)).player1HasPlayed).toBe(false);
        expect((await fighter.matches())[0]).toMatchObject({ id, player1HasPlayed: false });
      }
    }
    expect((await countStatements()) - before - 1).toBe(0);
    await ann.play(id, CARD.rock);
    expect((await ben.see(id)).player1HasPlayed).toBe(true);
    expect((await ben.matches())[0]?.player1HasPlayed).toBe(true);
  });

  it('needs one statement for a card', async () => {
    const { id } = await matchOf(ann, ben);
    expect(await statementsOf(() => ann.play(id, CARD.rock, 1))).toBe(1);
    expect(await statementsOf(() => ben.play(id, CARD.rock, 1))).toBe(1);
    // Without its round it has to be read which one is open.
    expect(await statementsOf(() => ann.play(id, CARD.rock))).toBe(2);
  });

  it('needs one statement for its end, with board and seats', async () => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock);
    await ben.play(id, CARD.paper);
    await ann.play(id, CARD.rock);
    expect(await statementsOf(() => ben.play(id, CARD.paper, 2))).toBe(1);
  });

  /** From the lobby to the result, every round a tie. */
  async function wholeMatch([one, two]: readonly [Fighter, Fighter]) {
    const { id } = await matchOf(one, two);
    let last: Match | undefined;
    for (const round of [1, 2, 3]) {
      await one.play(id, CARD.rock, round);
      last = await two.play(id, CARD.rock, round);
    }
    expect(last).toMatchObject({ status: 'completed', winner: 'tie' });
    return last!;
  }

  it('needs at most nine statements for lobby, start and six cards', async () => {
    await product.pass(6, 0.5);
    await product.clock.advance(1);
    await wholeMatch([ann, ben]); // names, records and cards are known from here on
    expect(await statementsOf(() => wholeMatch([ann, ben]))).toBeLessThanOrEqual(9);
  });

  it('shares its statements with other matches', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => product.fighters(`left ${index}`, `right ${index}`)),
    );
    await product.clock.advance(1);
    await Promise.all(pairs.map(wholeMatch));
    const before = await quiet();
    await Promise.all(pairs.map(wholeMatch));
    const each = ((await countStatements()) - before - 1) / pairs.length;
    console.log(`statements of each of ${pairs.length} matches at once: ${each}`);
    expect(each).toBeLessThan(6);
  });

  it('changes no index before it ends', async () => {
    const indexed = await product.sql<{ name: string }[]>`
      SELECT DISTINCT attname AS name FROM pg_index
      JOIN pg_depend ON objid = indexrelid AND refobjid = indrelid AND refobjsubid > 0
      JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
      WHERE indrelid = 'battle_matches'::regclass AND indexrelid NOT IN (
        SELECT conindid FROM pg_constraint WHERE conrelid = indrelid AND contype = 'p')`;
    const names = indexed.map(({ name }) => name).toSorted();
    expect(names).toEqual(['created_at', 'ended_at', 'player1', 'player2']);
  });
});
