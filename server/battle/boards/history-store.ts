/** The finished matches of one player, a page at a time. */
import type { Address } from '#rules/address.ts';
import { HISTORY_PAGE } from '#rules/battle/match.ts';
import {
  type MatchRow,
  type StoredMatch,
  storedMatchOf,
} from '#server/battle/matches/match-row.ts';
import type { Sql } from '#server/db/sql.ts';

export type HistoryStore = ReturnType<typeof createHistoryStore>;

export function createHistoryStore(sql: Sql) {
  return {
    /**
     * Newest first.
     * @param before id of the last match of the page before; null for the first page
     */
    async page(player: Address, before: string | null): Promise<StoredMatch[]> {
      const older =
        before === null
          ? sql`TRUE`
          : sql`(created_at, id) < (SELECT created_at, id FROM battle_matches WHERE id = ${before})`;
      const rows = await sql<MatchRow[]>`
        SELECT * FROM battle_matches WHERE id IN (
          (SELECT id FROM battle_matches
            WHERE player1 = ${player} AND ended_at IS NOT NULL AND ${older}
            ORDER BY created_at DESC, id DESC LIMIT ${HISTORY_PAGE})
          UNION ALL (SELECT id FROM battle_matches
            WHERE player2 = ${player} AND ended_at IS NOT NULL AND ${older}
            ORDER BY created_at DESC, id DESC LIMIT ${HISTORY_PAGE}))
        ORDER BY created_at DESC, id DESC LIMIT ${HISTORY_PAGE}`;
      return rows.map(storedMatchOf);
    },
  };
}
