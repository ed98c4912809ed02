/**
 * Reads matches, current or as cached for pollers. Concurrent reads share a statement, and a cached match is only
 * checked by its token.
 */
import type { Address } from '#rules/address.ts';
import { HISTORY_PAGE } from '#rules/battle/match.ts';
import type { Sql } from '#server/db/sql.ts';
import { createBatchLoader } from '#server/jobs/batch-loader.ts';
import type { Freshness, ReadCache, ReadStart } from '#server/jobs/read-cache.ts';
import { type MatchRow, type StoredMatch, storedMatchOf } from './match-row.ts';
import type { RecentMatches } from './recent-matches.ts';

const MATCHES_LISTED = 5;
/** How long after its start a match stays in its players' lists. */
const LISTED_MS = 15 * 60 * 1000;

interface MatchReadDependencies {
  readonly now: Freshness['now'];
  readonly recent: RecentMatches;
  /** The ids in a wallet's list; they change seldom, unlike the matches. */
  readonly lists: ReadCache<readonly string[]>;
}

export function createMatchReadStore(sql: Sql, { now, recent, lists }: MatchReadDependencies) {
  const readRow = createBatchLoader(async (ids) => {
    const began = recent.begin();
    const rows = await sql<MatchRow[]>`SELECT * FROM battle_matches WHERE id = ANY(${ids})`;
    const found = rows.map(storedMatchOf);
    for (const stored of found) recent.keep(stored, began);
    return new Map(found.map((stored) => [stored.match.id, stored]));
  });
  const readToken = createBatchLoader(async (ids) => {
    const began = recent.begin();
    const rows = await sql<{ id: string; token: string }[]>`
      SELECT id, token FROM battle_matches WHERE id = ANY(${ids})`;
    return new Map(rows.map(({ id, token }) => [id, { token, began }]));
  });

  const readList = createBatchLoader(async (wallets) => {
    const began = recent.begin();
    const listsBegan = lists.begin();
    const startedAfter = new Date(began.at - LISTED_MS);
    const rows = await sql<{ wallet: Address; listed: string[] }[]>`
      SELECT wallet, ARRAY(
        SELECT token || ' ' || id FROM battle_matches WHERE id IN (
          SELECT match_id FROM battle_seats WHERE battle_seats.wallet = asked.wallet
          UNION ALL (SELECT id FROM battle_matches
            WHERE player1 = asked.wallet AND created_at > ${startedAfter}
            ORDER BY created_at DESC LIMIT ${MATCHES_LISTED})
          UNION ALL (SELECT id FROM battle_matches
            WHERE player2 = asked.wallet AND created_at > ${startedAfter}
            ORDER BY created_at DESC LIMIT ${MATCHES_LISTED}))
        ORDER BY ended_at IS NOT NULL, created_at DESC, id LIMIT ${MATCHES_LISTED}) AS listed
      FROM unnest(${wallets}::text[]) AS asked (wallet)`;
    return new Map(rows.map(({ wallet, listed }) => [wallet, { listed, began, listsBegan }]));
  });

  /** From memory if it has this token, else from the database. */
  async function since(id: string, token: string): Promise<StoredMatch | null> {
    const known = recent.get(id);
    if (known?.token === token) return known;
    return (await readRow(id)) ?? null;
  }

  /** The cached match, if it still has this token in the database. */
  async function confirmed(id: string, token: string, began: ReadStart) {
    const newer = recent.since(id, began);
    if (newer !== undefined) return newer;
    const stored = await since(id, token);
    if (stored?.token === token) recent.keep(stored, began);
    return stored;
  }

  async function find(id: string): Promise<StoredMatch | null> {
    if (recent.get(id) === undefined) return (await readRow(id)) ?? null;
    const found = await readToken(id);
    if (found !== undefined) return confirmed(id, found.token, found.began);
    recent.forget(id); // the database no longer has this match
    return null;
  }

  async function readListed(wallet: Address): Promise<(StoredMatch | null)[]> {
    const found = await readList(wallet);
    if (found === undefined) return [];
    const { listed, began, listsBegan } = found;
    const lines = listed.map((line) => line.split(' ', 2) as [token: string, id: string]);
    lists.keep(
      wallet,
      lines.map(([, id]) => id),
      listsBegan,
    );
    return Promise.all(lines.map(([token, id]) => confirmed(id, token, began)));
  }

  return {
    /** The match as it is now; null when it is unknown. */
    find,
    /** The state with this token or a newer one; null if the match is unknown. */
    since,

    /** The match for pollers, maybe cached; null if it is unknown. */
    shown: async (id: string): Promise<StoredMatch | null> => recent.fresh(id) ?? find(id),

    /** A wallet's live match, then those that began lately, newest first; maybe cached. */
    async listed(wallet: Address): Promise<StoredMatch[]> {
      const ids = lists.fresh(wallet);
      if (ids === undefined) return sorted(await readListed(wallet), 0);
      const known = ids.map((id) => recent.fresh(id));
      // Waits only where something must be read: this list is polled most.
      const found = known.includes(undefined)
        ? await Promise.all(ids.map((id, at) => known[at] ?? find(id)))
        : (known as StoredMatch[]);
      return sorted(found, now() - LISTED_MS);
    },

    /**
     * A page of the finished matches of a player, newest first.
     * @param before id of the last match of the page before; null for the first page
     */
    async history(player: Address, before: string | null): Promise<StoredMatch[]> {
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

/** Live match first, then newest first. */
function sorted(found: readonly (StoredMatch | null)[], startedAfter: number): StoredMatch[] {
  return found
    .filter((stored) => stored !== null)
    .filter(({ match }) => match.end === null || match.createdAt > startedAfter)
    .sort(({ match: one }, { match: other }) => {
      const isOver = Number(one.end !== null) - Number(other.end !== null);
      return isOver || other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1);
    });
}
