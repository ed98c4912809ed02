/** All SQL about lobbies. */
import type { Address } from '#rules/address.ts';
import type { PlayerSnapshot } from '#server/battle/boards/players.ts';
import { removeRows } from '#server/db/portions.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';
import { createBatchLoader } from '#server/jobs/batch-loader.ts';

export interface LobbyRow {
  readonly id: string;
  readonly name: string;
  readonly creator: Address;
  /** The creator's snapshot at opening. */
  readonly snapshot: PlayerSnapshot;
  readonly state: 'open' | 'started' | 'closed';
  readonly rematchOf: string | null;
  readonly reservedFor: Address | null;
  readonly joiner: Address | null;
  readonly matchId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export type NewLobby = Pick<
  LobbyRow,
  'id' | 'name' | 'creator' | 'snapshot' | 'rematchOf' | 'reservedFor' | 'createdAt' | 'expiresAt'
>;

const COLUMNS = `id, name, creator, face AS snapshot, state, rematch_of AS "rematchOf",
  reserved_for AS "reservedFor", joiner, match_id AS "matchId", created_at AS "createdAt",
  expires_at AS "expiresAt"`;

const CLOSED_KEPT = '1 day';

export type LobbyStore = ReturnType<typeof createLobbyStore>;

/** @param batches the connection of the lane that opens lobbies */
export function createLobbyStore(sql: Sql, batches: Sql) {
  const columns = sql.unsafe(COLUMNS);
  const readRow = createBatchLoader(async (ids) => {
    const rows = await sql<LobbyRow[]>`
      SELECT ${columns} FROM battle_lobbies WHERE id = ANY(${ids})`;
    return new Map(rows.map((row) => [row.id, row]));
  });
  const readListedOf = createBatchLoader(async (creators) => {
    const rows = await sql<LobbyRow[]>`
      SELECT ${columns} FROM battle_lobbies
      WHERE creator = ANY(${creators}) AND state = 'open' AND reserved_for IS NULL`;
    return new Map(rows.map((row) => [row.creator, row]));
  });
  return {
    find: async (id: string): Promise<LobbyRow | null> => (await readRow(id)) ?? null,

    async findIn(tx: Queries, id: string): Promise<LobbyRow | null> {
      const [row] = await tx<LobbyRow[]>`SELECT ${columns} FROM battle_lobbies WHERE id = ${id}`;
      return row ?? null;
    },

    async openOf(creator: Address): Promise<LobbyRow | null> {
      const [row] = await sql<LobbyRow[]>`
        SELECT ${columns} FROM battle_lobbies WHERE creator = ${creator} AND state = 'open'`;
      return row ?? null;
    },

    /** Open lobbies that anybody can join, newest first. Of more than `most` those in the middle are left out. */
    listed(most: number): Promise<LobbyRow[]> {
      const open = sql`
        SELECT id FROM battle_lobbies WHERE state = 'open' AND reserved_for IS NULL`;
      return sql<LobbyRow[]>`
        SELECT ${columns} FROM battle_lobbies WHERE id IN (
          (${open} ORDER BY created_at DESC, id LIMIT ${most / 2})
          UNION (${open} ORDER BY created_at, id DESC LIMIT ${most / 2}))
        ORDER BY created_at DESC, id`;
    },

    /** The open lobby of a wallet that anybody can join. */
    listedOf: async (creator: Address): Promise<LobbyRow | null> =>
      (await readListedOf(creator)) ?? null,

    /** Opens lobbies; skips creators who have an open lobby or a live match. */
    open(wanted: readonly NewLobby[], on: Queries = batches): Promise<LobbyRow[]> {
      return on<LobbyRow[]>`
        INSERT INTO battle_lobbies (id, name, creator, face, state, rematch_of, reserved_for,
          created_at, seen_at, expires_at)
        SELECT id, name, creator, snapshot, 'open', "rematchOf", "reservedFor", "createdAt",
          "createdAt", "expiresAt"
        FROM jsonb_to_recordset(${on.json(wanted)}) AS lobby (id text, name text, creator text,
          snapshot jsonb, "rematchOf" text, "reservedFor" text, "createdAt" timestamptz,
          "expiresAt" timestamptz)
        WHERE NOT EXISTS (SELECT FROM battle_seats WHERE wallet = lobby.creator)
        ORDER BY creator
        ON CONFLICT (creator) WHERE state = 'open' DO NOTHING
        RETURNING ${columns}`;
    },

    /**
     * Locks the lobby of a rematch and the joiner's own, if open. Ordered by id, so that two players who join each
     * other's lobbies do not deadlock.
     */
    lockOpen(tx: Queries, id: string, joiner: Address): Promise<LobbyRow[]> {
      return tx<LobbyRow[]>`
        SELECT ${columns} FROM battle_lobbies
        WHERE state = 'open' AND (id = ${id} OR creator = ${joiner}) ORDER BY id FOR UPDATE`;
    },

    async prolong(tx: Queries, { id, expiresAt }: LobbyRow): Promise<void> {
      await tx`UPDATE battle_lobbies SET expires_at = ${expiresAt} WHERE id = ${id}`;
    },

    /** Closes the open ones and returns them. */
    close(ids: readonly string[]): Promise<LobbyRow[]> {
      return sql<LobbyRow[]>`
        UPDATE battle_lobbies SET state = 'closed'
        WHERE state = 'open' AND id = ANY(${ids}) RETURNING ${columns}`;
    },

    /**
     * Closes lobbies that are too old, or whose creator has left or plays elsewhere (B8). Skips locked rows, like the
     * one below: a statement over many rows must never wait for one that waits for it.
     */
    closeDue(now: Date, goneBefore: Date): Promise<LobbyRow[]> {
      return sql<LobbyRow[]>`
        UPDATE battle_lobbies SET state = 'closed' WHERE id IN (
          SELECT id FROM battle_lobbies
          WHERE state = 'open' AND (expires_at <= ${now} OR seen_at <= ${goneBefore}
            OR EXISTS (SELECT FROM battle_seats WHERE wallet = creator))
          FOR UPDATE SKIP LOCKED)
        RETURNING ${columns}`;
    },

    async noteSeen(creators: readonly Address[], now: Date): Promise<void> {
      if (creators.length === 0) return;
      await sql`
        UPDATE battle_lobbies SET seen_at = ${now} WHERE id IN (
          SELECT id FROM battle_lobbies
          WHERE state = 'open' AND creator = ANY(${creators}) AND seen_at < ${now}
          FOR UPDATE SKIP LOCKED)`;
    },

    /** Prolongs the open ones, unless they were opened between these times. In the order of `lockOpen`, since it waits. */
    async prolongAll(tx: Queries, ms: number, [from, to]: readonly [Date, Date]): Promise<void> {
      await tx`
        UPDATE battle_lobbies SET
          seen_at = seen_at + ${ms} * interval '1 millisecond',
          expires_at = expires_at + ${ms} * interval '1 millisecond'
        WHERE id IN (
          SELECT id FROM battle_lobbies
          WHERE state = 'open' AND created_at NOT BETWEEN ${from} AND ${to} ORDER BY id FOR UPDATE)`;
    },

    async forgetOld(now: Date): Promise<void> {
      const old = sql`
        state <> 'open' AND expires_at < ${now} - ${CLOSED_KEPT}::interval ORDER BY expires_at`;
      await removeRows(sql, 'battle_lobbies', 'id', old);
    },
  };
}
