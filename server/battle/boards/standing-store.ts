/** All SQL about the battle leaderboard. */
import type { Address } from '#rules/address.ts';
import type { Match } from '#rules/battle/match.ts';
import {
  afterGame,
  type GameResult,
  resultsOf,
  type Standing,
  type StandingGroup,
  totalGames,
} from '#rules/battle/standings.ts';
import type { Fragment, Sql } from '#server/db/sql.ts';

export interface StandingRow extends Standing {
  readonly wallet: Address;
}

type Stored = Omit<StandingRow, 'lastGameAt'> & { readonly lastGameAt: Date };

export type StandingStore = ReturnType<typeof createStandingStore>;

export function createStandingStore(sql: Sql) {
  const columns = sql.unsafe(
    'wallet, wins, losses, ties, streak, best_streak AS "bestStreak", last_game_at AS "lastGameAt"',
  );
  const standingOf = (row: Stored): StandingRow => ({
    ...row,
    lastGameAt: row.lastGameAt.getTime(),
  });

  async function find(wallets: readonly Address[]): Promise<ReadonlyMap<Address, StandingRow>> {
    const rows = await sql<Stored[]>`
      SELECT ${columns} FROM battle_standings WHERE wallet = ANY(${wallets as Address[]})`;
    return new Map(rows.map((row) => [row.wallet, standingOf(row)]));
  }

  return {
    find,

    /**
     * How both stand after a match that ends now; nobody when it does not count. A wallet has one
     * live match at a time: until this one has ended nobody else writes these rows.
     */
    async after(match: Match): Promise<StandingRow[]> {
      const results = resultsOf(match);
      if (results === null || match.end === null) return [];
      const { at } = match.end;
      const before = await find([match.player1, match.player2]);
      const games: [Address, GameResult][] = [
        [match.player1, results.player1],
        [match.player2, results.player2],
      ];
      return games.map(([wallet, result]) => ({
        wallet,
        ...afterGame(before.get(wallet) ?? null, result, at),
      }));
    },

    /** Saves these rows if `condition` holds: part of the statement that ends a match. */
    saved(rows: readonly StandingRow[], condition: Fragment) {
      const all = rows.map(({ wallet, lastGameAt, ...standing }) => ({
        ...standing,
        wallet,
        last_game_at: new Date(lastGameAt).toISOString(),
        best_streak: standing.bestStreak,
      }));
      return sql`
        INSERT INTO battle_standings (wallet, wins, losses, ties, streak, best_streak, last_game_at)
        SELECT wallet, wins, losses, ties, streak, best_streak, last_game_at
        FROM jsonb_to_recordset(${sql.json(all)}) AS game (wallet text, wins int, losses int,
          ties int, streak int, best_streak int, last_game_at timestamptz)
        WHERE ${condition}
        ON CONFLICT (wallet) DO UPDATE SET
          wins = EXCLUDED.wins, losses = EXCLUDED.losses, ties = EXCLUDED.ties,
          streak = EXCLUDED.streak, best_streak = EXCLUDED.best_streak,
          last_game_at = EXCLUDED.last_game_at`;
    },

    /** How many players have how many wins in how many games. Reads all: for whoever keeps the answer. */
    groups(): Promise<StandingGroup[]> {
      return sql<StandingGroup[]>`
        SELECT wins, games, count(*) AS players FROM battle_standings GROUP BY wins, games`;
    },

    /** Of those with the same wins and games, how many got there earlier; counted up to `most`. */
    async earlier(row: StandingRow, most: number): Promise<number> {
      const [counted] = await sql<[{ earlier: number }]>`
        SELECT count(*) AS earlier FROM (
          SELECT FROM battle_standings
          WHERE wins = ${row.wins} AND games = ${totalGames(row)}
            AND (last_game_at, wallet) < (${new Date(row.lastGameAt)}, ${row.wallet})
          LIMIT ${most}) AS equals`;
      return counted.earlier;
    },

    /** The first rows of the board, in order (S2). */
    async top(limit: number): Promise<StandingRow[]> {
      const rows = await sql<Stored[]>`
        SELECT ${columns} FROM battle_standings
        ORDER BY wins DESC, games, last_game_at, wallet LIMIT ${limit}`;
      return rows.map(standingOf);
    },
  };
}
