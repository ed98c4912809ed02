/** A player's own row below the top (S5): the same place that the whole board gives, at any size. */
import { describe, expect, it } from 'vitest';
import type { BattlePlace, BattleRow } from '#contract/battle.ts';
import type { LeaderboardEntry } from '#contract/collectors.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';

const product = await forThisFile(startProduct());

const get = async <T>(path: string) => (await send(product, 'GET', path)).body as T;
const placeOf = async (wallet: Address) =>
  (await get<{ entry: LeaderboardEntry | null }>(`/api/leaderboard/${wallet}`)).entry;
const battlePlaceOf = async (wallet: Address) =>
  (await get<{ place: BattlePlace | null }>(`/api/game/leaderboard/${wallet}`)).place;
const wallet = (n: number) => canonicalAddress(`0x${n.toString(16)}`)!;

const LARGE = 40_000;

/** Collectors number 1 to `count`: every tenth without a name, counts of cards from 0 to 49. */
async function storeCollectors(count: number): Promise<void> {
  await product.sql`TRUNCATE collectors CASCADE`;
  await product.sql`
    INSERT INTO collectors (wallet, name, nft_count, count_reached_at, seen_at, created_at)
    SELECT '0x' || lpad(to_hex(n), 64, '0'), CASE WHEN n % 10 > 0 THEN 'Collector ' || n END,
      n * 7919 % 50, now(), now(), now() FROM generate_series(1, ${count}::int) n`;
  await product.sql`ANALYZE collectors`;
  product.bus.publish('collector-changed', { wallet: wallet(1) });
  await new Promise(setImmediate);
}

/** Players number 1 to `count`, most of them with very little to tell them apart. */
async function storePlayers(count: number): Promise<void> {
  await product.sql`TRUNCATE battle_standings`;
  await product.sql`
    INSERT INTO battle_standings (wallet, wins, losses, ties, streak, best_streak, last_game_at)
    SELECT '0x' || lpad(to_hex(n), 64, '0'), n % 4, n % 3, 1, 0, 0,
      '2026-01-01'::timestamptz + make_interval(secs => n * 7919 % 1000)
    FROM generate_series(1, ${count}::int) n`;
  await product.sql`ANALYZE battle_standings`;
  product.bus.publish('match-ended', { matchId: 'any', players: [] });
  await new Promise(setImmediate);
}

describe('the own place', () => {
  it('is a collector’s rank in the whole ranking, and nothing without a name', {
    tags: 'S5',
  }, async () => {
    await storeCollectors(250);
    const board = await get<LeaderboardEntry[]>('/api/leaderboard');
    expect(board).toHaveLength(100);
    for (const entry of board.slice(0, 3)) {
      expect(await placeOf(entry.walletAddress as Address)).toEqual(entry);
    }
    const rows = await product.sql<{ wallet: Address; rank: number }[]>`
      SELECT wallet, rank() OVER (ORDER BY nft_count DESC) AS rank FROM collectors
      WHERE name IS NOT NULL ORDER BY rank DESC LIMIT 3`;
    for (const { wallet: low, rank } of rows) {
      expect(rank).toBeGreaterThan(100);
      expect(await placeOf(low)).toMatchObject({ walletAddress: low, rank });
    }
    expect(await placeOf(wallet(10))).toBeNull();
    expect(await placeOf(wallet(9_999))).toBeNull();
  });

  it('goes by wins on the board, then by win rate, fewer games, earlier time', {
    tags: 'S2',
  }, async () => {
    await storePlayers(600);
    const board = async () => await get<BattleRow[]>('/api/game/leaderboard');
    await expect.poll(board).toHaveLength(100);
    const rows = await board();
    const inOrder = rows.toSorted(
      (a, b) =>
        b.wins - a.wins ||
        b.winRate - a.winRate ||
        a.totalGames - b.totalGames ||
        Date.parse(a.lastGameAt) - Date.parse(b.lastGameAt),
    );
    expect(inOrder.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    // The first hundred are not all alike, or any order would do.
    expect(new Set(rows.map(({ totalGames }) => totalGames)).size).toBeGreaterThan(1);
    expect(new Set(rows.map(({ lastGameAt }) => lastGameAt)).size).toBeGreaterThan(50);
  });

  it('is a player’s place on the whole board, and nothing before the first game', async () => {
    await storePlayers(600);
    const rows = await product.sql<{ wallet: Address; rank: number }[]>`
      SELECT wallet, row_number() OVER (ORDER BY wins DESC, games, last_game_at, wallet) AS rank
      FROM battle_standings ORDER BY rank`;
    for (const index of [0, 1, 99, 100, 350, 599]) {
      const { wallet: player, rank } = rows[index]!;
      // The board of the test before may be remembered for half a second.
      await expect
        .poll(() => battlePlaceOf(player))
        .toMatchObject({
          rank,
          isExact: true,
          row: { walletAddress: player, totalGames: expect.any(Number) },
        });
    }
    expect(await battlePlaceOf(wallet(9_999))).toBeNull();
  });

  it('of 40,000 is looked for among a bounded number of equals', async () => {
    await storePlayers(LARGE);
    const [deepest] = await product.sql<{ wallet: Address }[]>`
      SELECT wallet FROM battle_standings
      ORDER BY wins, games DESC, last_game_at DESC, wallet DESC LIMIT 1`;
    const deep = () => battlePlaceOf(deepest!.wallet);
    await expect.poll(deep, { message: 'too many equals to be counted' }).toMatchObject({
      isExact: false,
    });
    expect((await deep())?.rank).toBeGreaterThan(2_000);
  });
});
