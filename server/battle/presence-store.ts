/** When players of live matches were last heard of, by whichever server. */
import type { Address } from '#rules/address.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

/** A sign of life is noted again when the last one is older than this, in ms. */
const NOTED_EVERY_MS = 8_000;
/** What is noted may be so much older than the last sign of life: 5 s are from one sweep to the next. */
const LOST_MS = NOTED_EVERY_MS + 5_000;

export type PresenceStore = ReturnType<typeof createPresenceStore>;

/** @param server names this one */
export function createPresenceStore(sql: Sql, server: string) {
  return {
    async noteSeen(players: readonly Address[], now: Date): Promise<void> {
      if (players.length === 0) return;
      await sql`
        UPDATE battle_seats SET seen_at = ${now}, seen_by = ${server} WHERE wallet IN (
          SELECT wallet FROM battle_seats
          WHERE wallet = ANY(${players})
            AND (seen_at < ${new Date(now.getTime() - NOTED_EVERY_MS)}
              OR seen_by IS DISTINCT FROM ${server})
          FOR UPDATE SKIP LOCKED)`;
    },

    /**
     * Notes when those who left were present for the last time, and that this server hears them no more. Not in the future,
     * where a sweep before the clock was set back lies.
     */
    async noteLeft(left: ReadonlyMap<Address, Date>, now: Date): Promise<void> {
      if (left.size === 0) return;
      const times = [...left.values()].map((at) => (at < now ? at : now).toISOString());
      await sql`
        WITH gone AS (
          SELECT seat.wallet, at FROM battle_seats AS seat
          JOIN unnest(${[...left.keys()]}::text[], ${times}::timestamptz[]) AS one (wallet, at) USING (wallet)
          WHERE seen_at < at OR seen_by = ${server} FOR UPDATE OF seat SKIP LOCKED)
        UPDATE battle_seats AS seat
        SET seen_at = greatest(seen_at, at), seen_by = nullif(seen_by, ${server})
        FROM gone WHERE seat.wallet = gone.wallet`;
    },

    /** Null for somebody who plays in no match. */
    async seenAt(player: Address): Promise<Date | null> {
      const [row] = await sql<{ seenAt: Date }[]>`
        SELECT seen_at AS "seenAt" FROM battle_seats WHERE wallet = ${player}`;
      return row?.seenAt ?? null;
    },

    /** Players whom the silent server heard last count as seen so much later. */
    async prolongOf(tx: Queries, silent: string, ms: number): Promise<void> {
      await tx`
        UPDATE battle_seats SET seen_at = seen_at + ${ms} * interval '1 millisecond'
        WHERE wallet IN (SELECT wallet FROM battle_seats WHERE seen_by = ${silent} FOR UPDATE SKIP LOCKED)`;
    },

    /** All players count as seen so much later, after an outage of `ms` also by what was not noted before it. */
    async prolongAll(tx: Queries, ms: number): Promise<void> {
      const more = ms > 0 ? LOST_MS : 0;
      await tx`
        UPDATE battle_seats SET seen_at = seen_at + ${ms + more} * interval '1 millisecond'
        WHERE wallet IN (SELECT wallet FROM battle_seats FOR UPDATE SKIP LOCKED)`;
    },
  };
}
