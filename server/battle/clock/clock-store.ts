/** SQL about heartbeats and due rounds. */
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

/** A recorded heartbeat. */
interface NotedHeartbeat {
  /** Its number among the heartbeats of all servers. */
  readonly number: number;
  /** Live matches with a due round, the longest overdue first. */
  readonly due: readonly string[];
  /** Another server has been silent, and its players have not all of that time back. */
  readonly isOneSilent: boolean;
}

/** What a server's silence costs its players, and is to be given back. */
interface Silence {
  readonly server: string;
  readonly ms: number;
}

export type ClockStore = ReturnType<typeof createClockStore>;

/**
 * @param batches the connection on which cards are stored; who plays needs it and the others
 * @param server names this one
 */
export function createClockStore(sql: Sql, batches: Sql, server: string) {
  return {
    /**
     * Records a heartbeat and finds due matches. Returns null, without effect, if the last heartbeat is not `between`
     * these times. Fails while either way to the database is closed: that is an outage.
     * @param due how many matches to find, and which to skip
     * @param silentAfterMs a server whose last heartbeat is older is silent
     */
    async note(
      now: Date,
      between: readonly [earliest: Date, latest: Date],
      due: { readonly most: number; readonly except: string[] },
      silentAfterMs: number,
    ): Promise<NotedHeartbeat | null> {
      await sql`SELECT`;
      const [noted] = await batches<NotedHeartbeat[]>`
        WITH heartbeat AS (
          UPDATE battle_clock SET alive_at = greatest(alive_at, ${now}), beats = beats + 1
          WHERE alive_at BETWEEN ${between[0]} AND ${between[1]}
          RETURNING beats, alive_at),
        own AS (
          INSERT INTO battle_servers (id, alive_at) SELECT ${server}, alive_at FROM heartbeat
          ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at, given_until = NULL)
        SELECT beats AS number,
          ARRAY(
            SELECT id FROM battle_matches WHERE ended_at IS NULL AND closes_at <= ${now}
              AND id <> ALL(${due.except}::text[])
            ORDER BY closes_at LIMIT ${due.most}) AS due,
          EXISTS (
            SELECT FROM battle_servers WHERE id <> ${server}
              AND coalesce(given_until, alive_at) < heartbeat.alive_at - ${silentAfterMs} * interval '1 millisecond'
          ) AS "isOneSilent"
        FROM heartbeat`;
      return noted ?? null;
    },

    /**
     * Runs `work` for the other servers that have been silent for so long, in one transaction. If several servers try at
     * once, one does it. By the time that all of them noted: their clocks may differ.
     * @param mostMs of one silence; then the server is forgotten
     * @param work may run again, see Sql.begin
     */
    async noteSilent(
      silentAfterMs: number,
      mostMs: number,
      work: (tx: Queries, silences: readonly Silence[]) => Promise<void>,
    ): Promise<void> {
      await batches.begin(async (tx) => {
        const silent = await tx<
          { id: string; now: Date; aliveAt: Date; givenUntil: Date | null }[]
        >`
          SELECT id, battle_clock.alive_at AS now, one.alive_at AS "aliveAt",
            given_until AS "givenUntil"
          FROM battle_servers AS one, battle_clock
          WHERE id <> ${server} AND coalesce(given_until, one.alive_at)
            < battle_clock.alive_at - ${silentAfterMs} * interval '1 millisecond'
          FOR UPDATE OF one SKIP LOCKED`;
        const silences: Silence[] = [];
        for (const { id, now, aliveAt, givenUntil } of silent) {
          const end = aliveAt.getTime() + mostMs;
          const until = Math.min(now.getTime(), end);
          silences.push({ server: id, ms: until - (givenUntil ?? aliveAt).getTime() });
          if (until < end) {
            await tx`UPDATE battle_servers SET given_until = ${new Date(until)} WHERE id = ${id}`;
          } else await tx`DELETE FROM battle_servers WHERE id = ${id}`;
        }
        await work(tx, silences);
      });
    },

    /** This server ends. Its players find another one at once. */
    async leave(): Promise<void> {
      await sql`DELETE FROM battle_servers WHERE id = ${server}`;
    },

    /**
     * After a gap: runs `work` and records a heartbeat in one transaction. If several servers try at once, one does
     * it.
     * @param work gets the length of the gap in ms: 0 at the very first start, negative when the clock was set back; and
     *   when it ended; returns whether it was one; may run again, see Sql.begin
     */
    async noteAfterGap(
      now: () => Date,
      work: (tx: Queries, gapMs: number, end: Date) => Promise<boolean>,
    ): Promise<void> {
      await batches.begin(async (tx) => {
        await tx`INSERT INTO battle_clock (alive_at) VALUES (${now()}) ON CONFLICT DO NOTHING`;
        const [row] = await tx<{ aliveAt: Date }[]>`
          SELECT alive_at AS "aliveAt" FROM battle_clock FOR UPDATE`;
        // Before any match, as in noteSilent: else the two could wait for each other.
        await tx`SELECT FROM battle_servers FOR UPDATE`;
        // Not earlier: while this server waited for the row, another one has noted later heartbeats.
        const at = now();
        const { aliveAt } = row ?? { aliveAt: at };
        const isGap = await work(tx, at.getTime() - aliveAt.getTime(), at);
        // Their players have that time back too.
        if (isGap) await tx`DELETE FROM battle_servers`;
        const latest = isGap || at > aliveAt ? at : aliveAt;
        await tx`UPDATE battle_clock SET alive_at = ${latest}, beats = beats + 1`;
      });
    },
  };
}
