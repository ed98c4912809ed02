/** All SQL about the battle leaderboard. */
import type { Address } from '#rules/address.ts';
import type { Match } from '#rules/battle/match.ts';
import { afterGame, type GameResult, resultsOf, type Standing } from '#rules/battle/standings.ts';
import type { Queries, Sql } from '#server/db/open.ts';

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

  async function save(tx: Queries, wallet: Address, standing: Standing): Promise<void> {
    const { wins, losses, ties, streak, bestStreak, lastGameAt } = standing;
    await tx`
      INSERT INTO battle_standings (wallet, wins, losses, ties, streak, best_streak, last_game_at)
      VALUES (${wallet}, ${wins}, ${losses}, ${ties}, ${streak}, ${bestStreak},
              ${new Date(lastGameAt)})
      ON CONFLICT (wallet) DO UPDATE SET
        wins = EXCLUDED.wins, losses = EXCLUDED.losses, ties = EXCLUDED.ties,
        streak = EXCLUDED.streak, best_streak = EXCLUDED.best_streak,
        last_game_at = EXCLUDED.last_game_at`;
  }

  return {
    async find(wallets: readonly Address[]): Promise<ReadonlyMap<Address, StandingRow>> {
      const rows = await sql<Stored[]>`
        SELECT ${columns} FROM battle_standings WHERE wallet = ANY(${wallets as Address[]})`;
      return new Map(rows.map((row) => [row.wallet, standingOf(row)]));
    },

    /**
     * What a match that has just ended means for both, in the transaction that ends it. A wallet has
     * one live match at a time and gives its seat up in the same transaction: nobody else writes
     * these rows meanwhile.
     */
    async record(tx: Queries, match: Match): Promise<void> {
      const results = resultsOf(match);
      if (results === null || match.end === null) return;
      const { player1, player2, end } = match;
      const rows = await tx<Stored[]>`
        SELECT ${columns} FROM battle_standings WHERE wallet IN (${player1}, ${player2})`;
      const before = (wallet: Address): Standing | null => {
        const row = rows.find((one) => one.wallet === wallet);
        return row === undefined ? null : standingOf(row);
      };
      const games: [Address, GameResult][] = [
        [player1, results.player1],
        [player2, results.player2],
      ];
      for (const [wallet, result] of games) {
        await save(tx, wallet, afterGame(before(wallet), result, end.at));
      }
    },

    /** The first rows of the board, in order (RULINGS S2). */
    async top(limit: number): Promise<StandingRow[]> {
      const rows = await sql<Stored[]>`
        SELECT ${columns} FROM battle_standings
        ORDER BY wins DESC, games, last_game_at, wallet LIMIT ${limit}`;
      return rows.map(standingOf);
    },
  };
}
