/**
 * All SQL about matches. Each match has one writer at a time: a change names the state it rests on,
 * and one that came too late looks again. No lock is held while the rules think. What a change rests
 * on is remembered, so that the next one need not read it (see recent-matches.ts).
 */
import type { Address } from '#rules/address.ts';
import type { Match } from '#rules/battle/match.ts';
import { Refusal } from '#rules/refusal.ts';
import type { StandingStore } from '#server/battle/boards/standing-store.ts';
import type { Queries, Sql, Transaction } from '#server/db/sql.ts';
import type { Freshness } from './freshness.ts';
import { createMatchReadStore } from './match-read-store.ts';
import {
  changedTo,
  changingColumns,
  type MatchRow,
  type StoredMatch,
  storedMatchOf,
} from './match-row.ts';
import { createRecentLists } from './recent-lists.ts';
import { createRecentMatches } from './recent-matches.ts';

/** Every lost race means that somebody else got on, so this many in a row is a fault of ours. */
const MOST_TRIES = 100;

export interface Change {
  readonly before: StoredMatch;
  readonly after: StoredMatch;
}

export type MatchStore = ReturnType<typeof createMatchStore>;

export function createMatchStore(
  sql: Sql,
  standings: Pick<StandingStore, 'after' | 'saved'>,
  freshness: Freshness,
) {
  const { now, doubt } = freshness;
  const recent = createRecentMatches(freshness);
  const lists = createRecentLists(freshness.isFresh);
  const read = createMatchReadStore(sql, { recent, lists });
  const { find } = read;

  /** The change as a statement; it answers no row when the match is no longer as it was before. */
  const updated = (on: Queries, { match: before, token }: StoredMatch, after: StoredMatch) => on`
    UPDATE battle_matches SET ${on.set({ ...changingColumns(after.match), token: after.token })},
      rounds = ${on.json(after.match.rounds as never)},
      rematch = ${on.json(after.match.rematch as never)}
    WHERE id = ${before.id} AND version = ${before.version} AND token = ${token} RETURNING id`;

  /** In a transaction: a change that does not end the match. */
  async function saveIn(tx: Queries, before: StoredMatch, after: StoredMatch): Promise<void> {
    const { count } = await updated(tx, before, after);
    if (count === 0) throw new Error(`match ${before.match.id} changed while it was locked`);
  }

  /**
   * The end of a match and what follows from it, seats and board, in one statement: all of it or
   * nothing. While the match lives its players have no other one, so nobody else writes their
   * standings between our reading them and this.
   */
  async function end(before: StoredMatch, after: StoredMatch): Promise<boolean> {
    const games = await standings.after(after.match);
    const { count } = await sql`
      WITH ended AS (${updated(sql, before, after)}),
      freed AS (DELETE FROM battle_seats WHERE match_id IN (SELECT id FROM ended)),
      recorded AS (${standings.saved(games, sql`EXISTS (SELECT FROM ended)`)})
      SELECT id FROM ended`;
    return count > 0;
  }

  /** False when the match is no longer as it was before. */
  async function save(before: StoredMatch, after: StoredMatch): Promise<boolean> {
    try {
      if (before.match.end === null && after.match.end !== null) return await end(before, after);
      return (await updated(sql, before, after)).count > 0;
    } catch (fault) {
      doubt(); // the line may have broken after it was saved
      throw fault;
    }
  }

  /** Null when somebody else was faster; what is the same as before need not be saved. */
  async function apply(before: StoredMatch, rule: (match: Match) => Match): Promise<Change | null> {
    const match = rule(before.match);
    if (match === before.match) return { before, after: before };
    const after = changedTo(before, match);
    const began = recent.begin();
    if (!(await save(before, after))) return null;
    recent.keep(after, began);
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
    ...read,
    saveIn,

    /** A transaction that starts or changes matches. */
    async begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      try {
        return (await sql.begin(work)) as T;
      } catch (fault) {
        if (!(fault instanceof Refusal)) doubt();
        throw fault;
      }
    },

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
    async insert(tx: Queries, { match, token, lobbyId, faces }: StoredMatch): Promise<void> {
      const { id, player1, player2, createdAt, rounds, rematch } = match;
      // Seats in the order of their addresses, so that two starts cannot wait for each other.
      const seated = await tx<{ wallet: Address }[]>`
        WITH started AS (INSERT INTO battle_matches ${tx({
          id,
          player1,
          player2,
          lobby_id: lobbyId,
          created_at: new Date(createdAt),
          ...changingColumns(match),
          token,
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
    committed: (stored: StoredMatch): void => recent.keep(stored, recent.begin()),

    /** Another server may have done it: what is remembered has to be looked at again. */
    changed: recent.changed,
    /** What is remembered of it may be the fault: it is read again. */
    forget: recent.forget,
    started(players: readonly Address[]): void {
      for (const wallet of players) lists.grew(wallet, now());
    },
  };
}
