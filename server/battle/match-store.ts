/**
 * All SQL about matches. Each match has one writer at a time: a change names the version it rests on,
 * and one that came too late looks again. No lock is held while the rules think. What a change rests
 * on is remembered, so that the next one need not read it (see recent-matches.ts).
 */
import type { Address } from '#rules/address.ts';
import type { Match } from '#rules/battle/match.ts';
import { Refusal } from '#rules/refusal.ts';
import { batched } from '#server/db/batched.ts';
import type { Queries, Sql } from '#server/db/open.ts';
import { changingColumns, type MatchRow, type StoredMatch, storedMatchOf } from './match-row.ts';
import { createRecentMatches, type RecentMatches } from './recent-matches.ts';
import type { StandingStore } from './standing-store.ts';

/** Every lost race means that somebody else got on, so this many in a row is a fault of ours. */
const MOST_TRIES = 100;
/** Most matches the list of a wallet answers. */
const LISTED = 5;

export interface Change {
  readonly before: StoredMatch;
  readonly after: StoredMatch;
}

export type MatchStore = ReturnType<typeof createMatchStore>;

export function createMatchStore(
  sql: Sql,
  standings: Pick<StandingStore, 'after' | 'saved'>,
  recent: RecentMatches = createRecentMatches(),
) {
  const readRow = batched(async (ids) => {
    const rows = await sql<MatchRow[]>`SELECT * FROM battle_matches WHERE id = ANY(${ids})`;
    const found = rows.map(storedMatchOf);
    for (const stored of found) recent.keep(stored);
    return new Map(found.map((stored) => [stored.match.id, stored]));
  });
  const readVersion = batched(async (ids) => {
    const rows = await sql<{ id: string; version: number }[]>`
      SELECT id, version FROM battle_matches WHERE id = ANY(${ids})`;
    return new Map(rows.map(({ id, version }) => [id, version]));
  });

  /** In this version or a newer one, from memory if it is there. */
  async function since(id: string, version: number): Promise<StoredMatch | null> {
    const known = recent.get(id);
    if (known !== undefined && known.match.version >= version) return known;
    return (await readRow(id)) ?? null;
  }

  /** The match as it is now. What is remembered of it is not read again, only whether it still holds. */
  async function find(id: string): Promise<StoredMatch | null> {
    if (recent.get(id) === undefined) return (await readRow(id)) ?? null;
    const version = await readVersion(id);
    return version === undefined ? null : since(id, version);
  }

  let listedSince = new Date(0);
  const readList = batched(async (wallets) => {
    const rows = await sql<{ wallet: string; listed: string[] }[]>`
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
    return new Map(rows.map(({ wallet, listed }) => [wallet, listed]));
  });

  /** The change as a statement; it answers no row when the match is no longer as it was before. */
  const updated = (on: Queries, before: Match, after: Match) => on`
    UPDATE battle_matches SET ${on({ ...changingColumns(after) })},
      rounds = ${on.json(after.rounds as never)}, rematch = ${on.json(after.rematch as never)}
    WHERE id = ${before.id} AND version = ${before.version} RETURNING id`;

  /** In a transaction: a change that does not end the match. */
  async function saveIn(tx: Queries, before: Match, after: Match): Promise<void> {
    const { count } = await updated(tx, before, after);
    if (count === 0) throw new Error(`match ${before.id} changed while it was locked`);
  }

  /**
   * The end of a match and what follows from it, seats and board, in one statement: all of it or
   * nothing. While the match lives its players have no other one, so nobody else writes their
   * standings between our reading them and this.
   */
  async function end(before: Match, after: Match): Promise<boolean> {
    const games = await standings.after(after);
    const { count } = await sql`
      WITH ended AS (${updated(sql, before, after)}),
      freed AS (DELETE FROM battle_seats WHERE match_id IN (SELECT id FROM ended)),
      recorded AS (${standings.saved(games, sql`EXISTS (SELECT FROM ended)`)})
      SELECT id FROM ended`;
    return count > 0;
  }

  /** False when the match is no longer as it was before. */
  async function save(before: Match, after: Match): Promise<boolean> {
    if (before.end === null && after.end !== null) return end(before, after);
    return (await updated(sql, before, after)).count > 0;
  }

  /** Null when somebody else was faster; what is the same as before need not be saved. */
  async function apply(before: StoredMatch, rule: (match: Match) => Match): Promise<Change | null> {
    const match = rule(before.match);
    if (match === before.match) return { before, after: before };
    if (!(await save(before.match, match))) return null;
    const after = { ...before, match };
    recent.keep(after);
    return { before, after };
  }

  /** On the match as it is remembered, which may be old: only what was saved counts. */
  async function tryOnRecent(id: string, rule: (match: Match) => Match): Promise<Change | null> {
    const known = recent.get(id);
    if (known === undefined) return null;
    const change = await apply(known, (match) => {
      try {
        return rule(match);
      } catch {
        return match; // perhaps it is no longer refused: the match as it is will tell
      }
    });
    return change?.before === change?.after ? null : change;
  }

  return {
    find,
    /** The match in this version or a newer one; null when it is unknown. */
    since,
    saveIn,

    /**
     * Applies a rule and saves what it answers; the same value means nothing to save.
     * @returns null for an unknown match
     */
    async change(id: string, rule: (match: Match) => Match): Promise<Change | null> {
      const quick = await tryOnRecent(id, rule);
      if (quick !== null) return quick;
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const before = await find(id);
        if (before === null) return null;
        const change = await apply(before, rule);
        if (change !== null) return change;
      }
      throw new Error(`match ${id} could not be changed`);
    },

    /** The match, and nobody else changes it until the transaction is over. */
    async lock(tx: Queries, id: string): Promise<StoredMatch | null> {
      const [row] = await tx<MatchRow[]>`SELECT * FROM battle_matches WHERE id = ${id} FOR UPDATE`;
      return row === undefined ? null : storedMatchOf(row);
    },

    /**
     * A new match with both seats taken. Refusals `already-in-match` when player 2, who asks, is in
     * another one, `opponent-in-match` when player 1 is.
     */
    async insert(tx: Queries, { match, lobbyId, faces }: StoredMatch): Promise<void> {
      const { id, player1, player2, createdAt, rounds, rematch } = match;
      // Seats in the order of their addresses, so that two starts cannot wait for each other.
      const seated = await tx<{ wallet: Address }[]>`
        WITH started AS (INSERT INTO battle_matches ${tx({
          ...{ id, player1, player2, lobby_id: lobbyId, created_at: new Date(createdAt) },
          ...changingColumns(match),
          faces: tx.json(faces as never),
          rounds: tx.json(rounds as never),
          rematch: tx.json(rematch as never),
        })})
        INSERT INTO battle_seats (wallet, match_id)
        SELECT wallet, ${id} FROM unnest(${[player1, player2].sort()}::text[]) AS wallet
        ON CONFLICT (wallet) DO NOTHING RETURNING wallet`;
      if (seated.length === 2) return;
      const isFree = seated.some(({ wallet }) => wallet === player2);
      throw new Refusal(isFree ? 'opponent-in-match' : 'already-in-match');
    },

    /** The live match of a wallet, then those that began since, newest first. */
    async ofWallet(wallet: Address, startedAfter: Date): Promise<StoredMatch[]> {
      listedSince = startedAfter;
      const listed = (await readList(wallet)) ?? [];
      const found = await Promise.all(
        listed.map((line) => {
          const [version, id = ''] = line.split(' ', 2);
          return since(id, Number(version));
        }),
      );
      return found.filter((stored) => stored !== null);
    },

    /** Live matches whose open round's time is over. */
    async due(now: Date, limit: number): Promise<string[]> {
      const rows = await sql<{ id: string }[]>`
        SELECT id FROM battle_matches WHERE closes_at <= ${now} ORDER BY closes_at LIMIT ${limit}`;
      return rows.map(({ id }) => id);
    },

    /** Gives every open round this much more time; answers their matches. */
    async prolongAll(tx: Queries, ms: number): Promise<StoredMatch[]> {
      const rows = await tx<MatchRow[]>`
        UPDATE battle_matches SET version = version + 1,
          pick_ends_at = pick_ends_at + ${ms} * interval '1 millisecond',
          closes_at = closes_at + ${ms} * interval '1 millisecond'
        WHERE closes_at IS NOT NULL RETURNING *`;
      return rows.map(storedMatchOf);
    },

    /** Once a transaction that started or changed it is committed. */
    committed: (stored: StoredMatch): void => recent.keep(stored),
  };
}
