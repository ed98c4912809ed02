/** The statement that turns lobbies into matches. */
import type { Address } from '#rules/address.ts';
import { changingColumns, instantOf, type StoredMatch } from '#server/battle/matches/match-row.ts';
import { DatabaseError } from '#server/db/database-error.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

const START_COLUMNS = `id text, lobby_id text, player1 text, player2 text, faces jsonb,
  created_at timestamptz, version int, token uuid, score1 smallint, score2 smallint, rounds jsonb,
  round_number smallint, attempt smallint, opened_at timestamptz, pick_ends_at timestamptz,
  closes_at timestamptz, rematch jsonb`;

export interface Begun {
  readonly matchId: string;
  /** The joiner's own lobby, closed by the join. */
  readonly closed: string | null;
  /** The match that the closed lobby would have repeated. */
  readonly rematchOf: string | null;
}

/** Why a match could not begin. */
interface Blocker {
  readonly isOpen: boolean;
  /** Players who are in a live match. */
  readonly seated: readonly Address[];
}

/** A player took a seat at the same moment through another server; a retry gives the reason. */
export const isSeatTaken = (fault: unknown): boolean =>
  fault instanceof DatabaseError && fault.constraint === 'battle_seats_pkey';

export type StartStore = ReturnType<typeof createStartStore>;

/** @param batches the connection of the lane that starts matches */
export function createStartStore(sql: Sql, batches: Sql) {
  return {
    /**
     * Begins the matches whose lobby is open and not too old, and whose players have no live match; skips locked
     * lobbies. No lobby and no wallet may occur twice.
     * @throws DatabaseError if a player took a seat meanwhile: see isSeatTaken
     */
    async begin(starts: readonly StoredMatch[], on: Queries = batches): Promise<Begun[]> {
      return on<Begun[]>`
        WITH mine AS (
          SELECT start.* FROM jsonb_to_recordset(${on.json(starts.map(rowOf))})
            AS start (${on.unsafe(START_COLUMNS)})
          JOIN battle_lobbies AS lobby ON lobby.id = start.lobby_id AND lobby.state = 'open'
            AND lobby.expires_at > start.created_at
          WHERE NOT EXISTS (SELECT FROM battle_seats WHERE wallet = start.player1)
            AND NOT EXISTS (SELECT FROM battle_seats WHERE wallet = start.player2)
          ORDER BY lobby.id FOR UPDATE OF lobby SKIP LOCKED),
        begun AS (
          INSERT INTO battle_matches (id, lobby_id, player1, player2, faces, created_at, version,
            token, score1, score2, rounds, round_number, attempt, opened_at, pick_ends_at,
            closes_at, rematch)
          SELECT id, lobby_id, player1, player2, faces, created_at, version,
            token, score1, score2, rounds, round_number, attempt, opened_at, pick_ends_at,
            closes_at, rematch FROM mine),
        seated AS (
          INSERT INTO battle_seats (wallet, match_id, seen_at)
          SELECT wallet, id, created_at FROM (
            SELECT player1 AS wallet, id, created_at FROM mine
            UNION ALL SELECT player2, id, created_at FROM mine) AS seat
          ORDER BY wallet),
        taken AS (
          UPDATE battle_lobbies AS lobby
          SET state = 'started', joiner = mine.player2, match_id = mine.id
          FROM mine WHERE lobby.id = mine.lobby_id),
        own AS (
          SELECT lobby.id, mine.id AS match_id FROM mine
          JOIN battle_lobbies AS lobby ON lobby.creator = mine.player2 AND lobby.state = 'open'
          FOR UPDATE OF lobby SKIP LOCKED),
        closed AS (
          UPDATE battle_lobbies AS lobby SET state = 'closed' FROM own WHERE lobby.id = own.id
          RETURNING lobby.id, own.match_id, rematch_of)
        SELECT mine.id AS "matchId", closed.id AS closed, rematch_of AS "rematchOf"
        FROM mine LEFT JOIN closed ON closed.match_id = mine.id`;
    },

    /** Finds out why a match did not begin. */
    async findBlocker(
      { lobbyId, match: { player1, player2, createdAt } }: StoredMatch,
      on: Queries = sql,
    ): Promise<Blocker> {
      const [row] = await on<[Blocker]>`
        SELECT EXISTS (
            SELECT FROM battle_lobbies WHERE id = ${lobbyId} AND state = 'open'
              AND expires_at > ${instantOf(createdAt)}) AS "isOpen",
          ARRAY(SELECT wallet FROM battle_seats
            WHERE wallet IN (${player1}, ${player2}))::text[] AS seated`;
      return row;
    },
  };
}

function rowOf({ match, token, lobbyId, snapshots }: StoredMatch) {
  const { id, player1, player2, createdAt, rounds, rematch } = match;
  return {
    ...changingColumns(match),
    id,
    lobby_id: lobbyId,
    player1,
    player2,
    faces: snapshots,
    created_at: instantOf(createdAt),
    token,
    rounds,
    rematch,
  };
}
