/** The database is set back under a running server: a restored backup, or a replica that lagged. */
import { beforeEach, describe, expect, it } from 'vitest';
import { CARD, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { listen } from '#tests/support/listener.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben] = [await product.fighter('ann'), await product.fighter('ben')];

beforeEach(async () => {
  await product.clear();
  await product.pass(6, 0.5); // long enough to know that no other server is there
});

/** Keeps what stands in the tables now; answers the way back to it. */
async function backUp(): Promise<() => Promise<void>> {
  const tables = ['battle_clock', 'battle_matches', 'battle_seats', 'battle_standings'];
  const { sql } = product;
  await sql`DROP SCHEMA IF EXISTS backup CASCADE`;
  await sql`CREATE SCHEMA backup`;
  for (const table of tables) {
    await sql`CREATE TABLE backup.${sql(table)} AS SELECT * FROM ${sql(table)}`;
  }
  return async () => {
    await sql`TRUNCATE battle_clock, battle_matches, battle_seats, battle_standings`;
    for (const table of tables) {
      const rows = await sql`SELECT * FROM backup.${sql(table)}`;
      // A generated column cannot be written.
      for (const { games: _, ...row } of rows) {
        for (const name of ['faces', 'rounds', 'rematch']) {
          if (name in row) row[name] = sql.json(row[name]);
        }
        await sql`INSERT INTO ${sql(table)} ${sql(row)}`;
      }
    }
  };
}

const stored = async (id: string) => {
  const [row] = await product.sql<{ version: number; card1: string | null; rounds: unknown[] }[]>`
    SELECT version, card1, rounds FROM battle_matches WHERE id = ${id}`;
  return row!;
};

describe('a match that the database knows at an earlier version', () => {
  it('takes plays as it is there, and nothing that was lost is written over it', async () => {
    const { id } = await matchOf(ann, ben);
    const restore = await backUp();
    await ann.play(id, CARD.rock, 1);
    await ben.play(id, CARD.paper, 1);
    await ann.play(id, CARD.rock, 2);
    await restore();
    await ann.play(id, CARD.scissors, 1);
    expect(await stored(id)).toEqual({ version: 2, card1: CARD.scissors, rounds: [] });
    expect(await ben.see(id)).toMatchObject({ version: 2, player1HasPlayed: true, rounds: [] });
    await ben.play(id, CARD.paper, 1);
    expect(await ann.see(id)).toMatchObject({ currentRound: 2, player1Score: 1 });
  });

  it('is not saved over when its number came again with other cards behind it', async () => {
    const { id } = await matchOf(ann, ben);
    await ann.play(id, CARD.rock, 1);
    await product.sql`UPDATE battle_matches SET card1 = NULL, card2 = ${CARD.paper} WHERE id = ${id}`;
    await expect(ben.play(id, CARD.rock, 1)).rejects.toMatchObject({ reason: 'already-played' });
    await ann.play(id, CARD.scissors, 1);
    expect(await ann.see(id)).toMatchObject({ player1Score: 1, player2Score: 0 });
  });

  it('is shown and told as it is there with the next sign of life, however late its tag is asked for', async () => {
    const { id, lobbyId } = await matchOf(ann, ben);
    const restore = await backUp();
    await ann.play(id, CARD.rock, 1);
    await product.pass(1, 0.5);
    const at = { params: { id }, query: { walletAddress: ann.wallet } };
    const lost = await ann.client.exchange('GET /api/game/matches/{id}', at);
    await restore();
    const listener = await listen(product.origin, { cookie: ben.client.cookie });
    await product.pass(0.5, 0.5);
    const told = await listener.hears((message) => 'match' in message);
    expect(told).toMatchObject({ match: { id, lobbyId, version: 1, player1HasPlayed: false } });
    expect(await ann.see(id)).toMatchObject({ version: 1, player1HasPlayed: false });
    expect((await ann.matches())[0]).toMatchObject({ version: 1, player1HasPlayed: false });

    await ann.play(id, CARD.paper, 1);
    const again = await ann.client.exchange('GET /api/game/matches/{id}', at);
    expect(again.body).toMatchObject({ version: 2, player1Card: CARD.paper });
    expect(again.headers.etag).not.toBe(lost.headers.etag);
  });

  it('is gone when it began after the backup, and its players are free', async () => {
    const restore = await backUp();
    const { id } = await matchOf(ann, ben);
    await product.pass(1, 0.5);
    await restore();
    await expect(ann.play(id, CARD.rock)).rejects.toMatchObject({ reason: 'match-unknown' });
    await product.pass(0.5, 0.5);
    await expect(ann.see(id)).rejects.toMatchObject({ reason: 'match-unknown' });
    expect(await ann.matches()).toEqual([]);
    await product.sql`TRUNCATE battle_lobbies`;
    expect((await matchOf(ann, ben)).status).toBe('in_progress');
  });
});

it('a list that was frozen again after it has its new root', { tags: 'whitelist-24' }, async () => {
  const { sql } = product;
  const freeze = (root: string) => sql`
    INSERT INTO whitelist_rounds (id, stage, freezing_at, frozen_at, root, leaves)
    VALUES (7, 'frozen', now(), now(), decode(${root}, 'hex'), 0)`;
  const statusOf = async (root: string) =>
    (await fetch(`${product.origin}/api/booster-pack/rounds/7/list?root=0x${root}`)).status;
  const [lost, again] = ['1'.repeat(64), '2'.repeat(64)];
  const restore = await backUp();
  await freeze(lost);
  await product.pass(1, 0.5);
  expect(await statusOf(lost)).toBe(200);
  await restore();
  await sql`ALTER TABLE whitelist_rounds DISABLE TRIGGER frozen_stays`;
  await sql`DELETE FROM whitelist_rounds WHERE id = 7`;
  await sql`ALTER TABLE whitelist_rounds ENABLE TRIGGER frozen_stays`;
  await freeze(again);
  await product.pass(0.5, 0.5);
  expect([await statusOf(lost), await statusOf(again)]).toEqual([409, 200]);
});
