/**
 * Reading matches: as they are, or as whoever polls is shown them. Many who ask at the same moment share
 * a statement, and what is remembered is not read again, only whether it still holds.
 */
import type { Address } from '#rules/address.ts';
import { batched } from '#server/db/batched.ts';
import type { Sql } from '#server/db/open.ts';
import type { Freshness } from './freshness.ts';
import { type MatchRow, type StoredMatch, storedMatchOf } from './match-row.ts';
import type { RecentLists } from './recent-lists.ts';
import type { RecentMatches } from './recent-matches.ts';

/** Most matches the list of a wallet answers. */
const LISTED = 5;

export interface MatchReadParts {
  readonly recent: RecentMatches;
  readonly lists: RecentLists;
  readonly now: Freshness['now'];
}

export type MatchReadStore = ReturnType<typeof createMatchReadStore>;

export function createMatchReadStore(sql: Sql, { recent, lists, now }: MatchReadParts) {
  const readRow = batched(async (ids) => {
    const readAt = now();
    const rows = await sql<MatchRow[]>`SELECT * FROM battle_matches WHERE id = ANY(${ids})`;
    const found = rows.map(storedMatchOf);
    for (const stored of found) recent.keep(stored, readAt);
    return new Map(found.map((stored) => [stored.match.id, stored]));
  });
  const readVersion = batched(async (ids) => {
    const readAt = now();
    const rows = await sql<{ id: string; version: number }[]>`
      SELECT id, version FROM battle_matches WHERE id = ANY(${ids})`;
    return new Map(rows.map(({ id, version }) => [id, { version, readAt }]));
  });

  let listedSince = new Date(0);
  const readList = batched(async (wallets) => {
    const readAt = now();
    const rows = await sql<{ wallet: Address; listed: string[] }[]>`
      SELECT wallet, ARRAY(
        SELECT version || ' ' || id FROM battle_matches WHERE id IN (
          SELECT match_id FROM battle_seats WHERE battle_seats.wallet = asked.wallet
          UNION ALL (SELECT id FROM battle_matches
            WHERE player1 = asked.wallet AND created_at > ${listedSince}
            ORDER BY created_at DESC LIMIT ${LISTED})
          UNION ALL (SELECT id FROM battle_matches
            WHERE player2 = asked.wallet AND created_at > ${listedSince}
            ORDER BY created_at DESC LIMIT ${LISTED}))
        ORDER BY ended_at IS NOT NULL, created_at DESC, id LIMIT ${LISTED}) AS listed
      FROM unnest(${wallets}::text[]) AS asked (wallet)`;
    return new Map(rows.map(({ wallet, listed }) => [wallet, { listed, readAt }]));
  });

  /** In this version or a newer one, from memory if it is there. */
  async function since(id: string, version: number): Promise<StoredMatch | null> {
    const known = recent.get(id);
    if (known !== undefined && known.match.version >= version) return known;
    return (await readRow(id)) ?? null;
  }

  /** The match that had this version when it was read. */
  async function confirmed(id: string, version: number, readAt: number) {
    const stored = await since(id, version);
    if (stored?.match.version === version) recent.keep(stored, readAt);
    return stored;
  }

  async function find(id: string): Promise<StoredMatch | null> {
    if (recent.get(id) === undefined) return (await readRow(id)) ?? null;
    const found = await readVersion(id);
    return found === undefined ? null : confirmed(id, found.version, found.readAt);
  }

  async function readListed(wallet: Address): Promise<(StoredMatch | null)[]> {
    const found = await readList(wallet);
    if (found === undefined) return [];
    const { listed, readAt } = found;
    const lines = listed.map((line): [string, number] => {
      const [version, id = ''] = line.split(' ', 2);
      return [id, Number(version)];
    });
    const ids = lines.map(([id]) => id);
    lists.keep(wallet, ids, readAt);
    return Promise.all(lines.map(([id, version]) => confirmed(id, version, readAt)));
  }

  return {
    /** The match as it is now; null when it is unknown. */
    find,
    /** In this version or a newer one; null when it is unknown. */
    since,

    /** The match as whoever polls is shown it; null when it is unknown. */
    shown: async (id: string): Promise<StoredMatch | null> => recent.fresh(id) ?? find(id),

    /** The live match of a wallet, then those that began since, newest first, as they are shown. */
    async listed(wallet: Address, startedAfter: Date): Promise<StoredMatch[]> {
      listedSince = startedAfter;
      const ids = lists.fresh(wallet);
      if (ids === undefined) return sorted(await readListed(wallet), 0);
      const fresh = ids.map((id) => recent.fresh(id) ?? find(id));
      return sorted(await Promise.all(fresh), startedAfter.getTime());
    },
  };
}

/** The live one first, then the newest. */
function sorted(found: readonly (StoredMatch | null)[], startedAfter: number): StoredMatch[] {
  return found
    .filter((stored) => stored !== null)
    .filter(({ match }) => match.end === null || match.createdAt > startedAfter)
    .sort(({ match: one }, { match: other }) => {
      const isOver = Number(one.end !== null) - Number(other.end !== null);
      return isOver || other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1);
    });
}
