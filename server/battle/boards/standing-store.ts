/** All SQL about the battle leaderboard. */
import type { Address } from '#rules/address.ts';
import { type StandingGroup, totalGames } from '#rules/battle/standings.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Fragment } from '#server/db/tag.ts';

export interface StandingRow {
  readonly wallet: Address;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Positive: wins in a row, negative: losses in a row. Ties do not change it. */
  readonly streak: number;
  readonly bestStreak: number;
  readonly lastGameAt: Date;
}

/** The record shown with a player. */
export type GameRecord = Pick<StandingRow, 'wallet' | 'wins' | 'losses' | 'ties'>;

export type StandingStore = ReturnType<typeof createStandingStore>;

export function createStandingStore(sql: Sql) {
  const columns = sql.unsafe(
    'wallet, wins, losses, ties, streak, best_streak AS "bestStreak", last_game_at AS "lastGameAt"',
  );

  async function find(wallets: readonly Address[]): Promise<ReadonlyMap<Address, StandingRow>> {
    const rows = await sql<StandingRow[]>`
      SELECT ${columns} FROM battle_standings WHERE wallet = ANY(${wallets})`;
    return new Map(rows.map((row) => [row.wallet, row]));
  }

  return {
    find,

    /**
     * A part of the statement that ends matches: adds games to the standings, and returns the new records.
     * @param games rows of wallet, result and ended_at; each wallet at most once
     */
    added: (games: Fragment) => sql`
      INSERT INTO battle_standings AS standing
        (wallet, wins, losses, ties, streak, best_streak, last_game_at)
      SELECT wallet, (result = 'win')::int, (result = 'loss')::int, (result = 'tie')::int,
        (result = 'win')::int - (result = 'loss')::int, (result = 'win')::int, ended_at
      FROM (${games}) AS game ORDER BY wallet
      ON CONFLICT (wallet) DO UPDATE SET
        wins = standing.wins + EXCLUDED.wins,
        losses = standing.losses + EXCLUDED.losses,
        ties = standing.ties + EXCLUDED.ties,
        streak = CASE EXCLUDED.streak
          WHEN 1 THEN greatest(standing.streak, 0) + 1
          WHEN -1 THEN least(standing.streak, 0) - 1
          ELSE standing.streak END,
        best_streak = CASE EXCLUDED.streak
          WHEN 1 THEN greatest(standing.best_streak, standing.streak + 1, 1)
          ELSE standing.best_streak END,
        last_game_at = EXCLUDED.last_game_at
      RETURNING wallet, wins, losses, ties`,

    /** Number of players by wins and games. Reads the whole table, so cache the result. */
    groups(): Promise<StandingGroup[]> {
      return sql<StandingGroup[]>`
        SELECT wins, games, count(*) AS players FROM battle_standings GROUP BY wins, games`;
    },

    /** How many players with the same wins and games got there earlier; counts up to `most`. */
    async earlier(row: StandingRow, most: number): Promise<number> {
      const [counted] = await sql<[{ earlier: number }]>`
        SELECT count(*) AS earlier FROM (
          SELECT FROM battle_standings
          WHERE wins = ${row.wins} AND games = ${totalGames(row)}
            AND (last_game_at, wallet) < (${row.lastGameAt}, ${row.wallet})
          LIMIT ${most}) AS equals`;
      return counted.earlier;
    },

    /** The first rows of the board, in order (S2). */
    top(limit: number): Promise<StandingRow[]> {
      return sql<StandingRow[]>`
        SELECT ${columns} FROM battle_standings
        ORDER BY wins DESC, games, last_game_at, wallet LIMIT ${limit}`;
    },
  };
}
