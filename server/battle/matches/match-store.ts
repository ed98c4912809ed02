/**
 * All SQL that writes matches. A change names the state it is based on, by version and token, and has no effect if
 * the match is no longer in it. Changes of many matches are one statement. It skips locked rows, so no batch waits
 * for another and none can deadlock.
 */
import type { Address } from '#rules/address.ts';
import { resultsOf } from '#rules/battle/standings.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Players } from '#server/battle/boards/players.ts';
import type { GameRecord, StandingStore } from '#server/battle/boards/standing-store.ts';
import type { Freshness } from '#server/battle/clock/freshness.ts';
import type { Sql, Transaction } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';
import { ReadCache } from '#server/jobs/read-cache.ts';
import { createMatchReadStore } from './match-read-store.ts';
import { changingColumns, type MatchRow, type StoredMatch, storedMatchOf } from './match-row.ts';
import { createRecentMatches } from './recent-matches.ts';

interface Change {
  readonly before: StoredMatch;
  readonly after: StoredMatch;
}

/** Cached lists of wallets; about 500 bytes each. */
const MOST_LISTS = 20_000;

/** The columns of a change: new values, and the version and token it is based on. */
const CHANGE_COLUMNS = `id text, was_version int, was_token uuid, version int, token uuid,
  score1 smallint, score2 smallint, rounds jsonb, round_number smallint, attempt smallint,
  opened_at timestamptz, pick_ends_at timestamptz, closes_at timestamptz, card1 text, card2 text,
  ended_at timestamptz, winner text, end_reason text, rematch jsonb, result1 text, result2 text`;

export type MatchStore = ReturnType<typeof createMatchStore>;

interface MatchStoreDependencies {
  readonly sql: Sql;
  /** The connection of the lane that changes matches. */
  readonly batches: Sql;
  readonly standings: Pick<StandingStore, 'added'>;
  readonly players: Pick<Players, 'moved'>;
  readonly freshness: Freshness;
}

export function createMatchStore(parts: MatchStoreDependencies) {
  const { sql, batches, standings, players, freshness } = parts;
  const recent = createRecentMatches(freshness);
  const lists = new ReadCache<readonly string[]>(freshness, MOST_LISTS);
  const read = createMatchReadStore(sql, { now: freshness.now, recent, lists });

  /** Each is saved, unless the match is no longer in the state before it. */
  const change = (on: Queries, changes: readonly Change[]) => on<
    ({ id: string | null } & GameRecord)[]
  >`
    WITH mine AS (
      SELECT change.* FROM jsonb_to_recordset(${on.json(changes.map(rowOf))})
        AS change (${on.unsafe(CHANGE_COLUMNS)})
      JOIN battle_matches AS match ON match.id = change.id
        AND match.version = change.was_version AND match.token = change.was_token
      ORDER BY match.id FOR UPDATE OF match SKIP LOCKED),
    saved AS (
      UPDATE battle_matches AS match SET version = mine.version, token = mine.token,
        score1 = mine.score1, score2 = mine.score2, rounds = mine.rounds,
        round_number = mine.round_number, attempt = mine.attempt, opened_at = mine.opened_at,
        pick_ends_at = mine.pick_ends_at, closes_at = mine.closes_at, card1 = mine.card1,
        card2 = mine.card2, ended_at = mine.ended_at, winner = mine.winner,
        end_reason = mine.end_reason, rematch = mine.rematch
      FROM mine WHERE match.id = mine.id
      RETURNING match.id, player1, player2, match.ended_at, result1, result2),
    freed AS (
      DELETE FROM battle_seats USING saved
      WHERE match_id = saved.id AND saved.ended_at IS NOT NULL),
    games AS (
      SELECT player1 AS wallet, result1 AS result, ended_at FROM saved
      UNION ALL SELECT player2, result2, ended_at FROM saved),
    moved AS (${standings.added(on`SELECT * FROM games WHERE result IS NOT NULL`)})
    SELECT id, NULL AS wallet, NULL::int AS wins, NULL::int AS losses, NULL::int AS ties FROM saved
    UNION ALL SELECT NULL, wallet, wins, losses, ties FROM moved`;

  return {
    ...read,

    /**
     * Saves changes of different matches. A match that ends frees the seats and updates the board.
     * @returns the ids of the saved ones; the others have changed meanwhile or are locked
     */
    async save(changes: readonly Change[]): Promise<ReadonlySet<string>> {
      const began = recent.begin();
      const rows = await change(batches, changes);
      players.moved(rows.filter(({ id }) => id === null));
      const saved = new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
      for (const { after } of changes) if (saved.has(after.match.id)) recent.keep(after, began);
      return saved;
    },

    /** Saves a change that does not end the match, in a transaction that has locked it. */
    async saveIn(tx: Queries, before: StoredMatch, after: StoredMatch) {
      const { count } = await change(tx, [{ before, after }]);
      if (count === 0) throw new Error(`match ${before.match.id} changed while it was locked`);
    },

    async begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      try {
        return await sql.begin(work);
      } catch (fault) {
        if (!(fault instanceof Refusal)) freshness.invalidate();
        throw fault;
      }
    },

    /** Reads the match and locks it until the transaction ends. */
    async lock(tx: Queries, id: string): Promise<StoredMatch | null> {
      const [row] = await tx<MatchRow[]>`SELECT * FROM battle_matches WHERE id = ${id} FOR UPDATE`;
      return row === undefined ? null : storedMatchOf(row);
    },

    /**
     * Prolongs every open round and every offered rematch, unless it was opened between these times, and returns the
     * matches. When a round was opened moves, too, to be compared with later times. A trigger draws their new tokens
     * (migration 0101).
     */
    async prolongAll(
      tx: Queries,
      ms: number,
      [from, to]: readonly [Date, Date],
    ): Promise<StoredMatch[]> {
      const rows = await tx<MatchRow[]>`
        UPDATE battle_matches SET version = version + 1,
          opened_at = opened_at + ${ms} * interval '1 millisecond',
          pick_ends_at = pick_ends_at + ${ms} * interval '1 millisecond',
          closes_at = closes_at + ${ms} * interval '1 millisecond',
          rematch = CASE WHEN rematch->>'state' = 'offered'
            THEN jsonb_set(rematch, '{until}', to_jsonb((rematch->>'until')::numeric + ${ms}::numeric))
            ELSE rematch END
        WHERE id IN (
          SELECT id FROM battle_matches
          WHERE ended_at IS NULL AND opened_at NOT BETWEEN ${from} AND ${to}
          UNION ALL SELECT rematch_of FROM battle_lobbies
          WHERE state = 'open' AND rematch_of IS NOT NULL AND created_at NOT BETWEEN ${from} AND ${to})
        RETURNING *`;
      return rows.map(storedMatchOf);
    },

    /** Prolongs the open rounds of those whom this server heard last. Skips locked ones: it may hang and hold them. */
    async prolongOf(tx: Queries, server: string, ms: number): Promise<StoredMatch[]> {
      const rows = await tx<MatchRow[]>`
        UPDATE battle_matches SET version = version + 1,
          opened_at = opened_at + ${ms} * interval '1 millisecond',
          pick_ends_at = pick_ends_at + ${ms} * interval '1 millisecond',
          closes_at = closes_at + ${ms} * interval '1 millisecond'
        WHERE id IN (
          SELECT id FROM battle_matches WHERE ended_at IS NULL
            AND id IN (SELECT match_id FROM battle_seats WHERE seen_by = ${server})
          FOR UPDATE SKIP LOCKED)
        RETURNING *`;
      return rows.map(storedMatchOf);
    },

    /** Call after a statement that started or changed it has committed. */
    committed: (stored: StoredMatch): void => recent.keep(stored, recent.begin()),

    /** The last state that this process saw committed, unless an event announced a newer one. */
    recent: recent.newest,
    /** Another server changed it: the cached state must be checked. */
    changed: recent.changed,
    /** The cached state may be wrong: drops it. */
    forget: recent.forget,
    /** Call after a match of these players has started, on any server: their lists are read again. */
    started(players: readonly Address[]): void {
      for (const wallet of players) lists.invalidate(wallet);
    },
  };
}

function rowOf({ before, after }: Change) {
  const { match } = after;
  const results = before.match.end === null ? resultsOf(match) : null;
  return {
    id: match.id,
    was_version: before.match.version,
    was_token: before.token,
    token: after.token,
    ...changingColumns(match),
    rounds: match.rounds,
    rematch: match.rematch,
    result1: results?.player1 ?? null,
    result2: results?.player2 ?? null,
  };
}
