/** SQL about heartbeats and due rounds. */
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

/** A recorded heartbeat. */
interface NotedHeartbeat {
  /** Its number among the heartbeats of all servers. */
  readonly number: number;
  /** Live matches with a due round, the longest overdue first. */
  readonly due: readonly string[];
}

export type ClockStore = ReturnType<typeof createClockStore>;

/** @param batches the connection on which cards are stored; who plays needs it and the others */
export function createClockStore(sql: Sql, batches: Sql) {
  return {
    /**
     * Records a heartbeat and finds due matches. Returns null, without effect, if the last heartbeat is not `between`
     * these times. Fails while either way to the database is closed: that is an outage.
     * @param due how many matches to find, and which to skip
     */
    async note(
      now: Date,
      between: readonly [earliest: Date, latest: Date],
      due: { readonly most: number; readonly except: string[] },
    ): Promise<NotedHeartbeat | null> {
      await sql`SELECT`;
      const [noted] = await batches<NotedHeartbeat[]>`
        UPDATE battle_clock SET alive_at = greatest(alive_at, ${now}), beats = beats + 1
        WHERE alive_at BETWEEN ${between[0]} AND ${between[1]}
        RETURNING beats AS number, ARRAY(
          SELECT id FROM battle_matches WHERE ended_at IS NULL AND closes_at <= ${now}
            AND id <> ALL(${due.except}::text[])
          ORDER BY closes_at LIMIT ${due.most}) AS due`;
      return noted ?? null;
    },

    /**
     * After a gap: runs `work` and records a heartbeat in one transaction. If several servers try at once, one does
     * it.
     * @param work gets the length of the gap in ms: 0 at the very first start, negative when the clock was set back;
     *   returns whether it was one; may run again, see Sql.begin
     */
    async noteAfterGap(
      now: () => Date,
      work: (tx: Queries, gapMs: number) => Promise<boolean>,
    ): Promise<void> {
      await batches.begin(async (tx) => {
        await tx`INSERT INTO battle_clock (alive_at) VALUES (${now()}) ON CONFLICT DO NOTHING`;
        const [row] = await tx<{ aliveAt: Date }[]>`
          SELECT alive_at AS "aliveAt" FROM battle_clock FOR UPDATE`;
        // Not earlier: while this server waited for the row, another one has noted later heartbeats.
        const at = now();
        const { aliveAt } = row ?? { aliveAt: at };
        const isGap = await work(tx, at.getTime() - aliveAt.getTime());
        const latest = isGap || at > aliveAt ? at : aliveAt;
        await tx`UPDATE battle_clock SET alive_at = ${latest}, beats = beats + 1`;
      });
    },
  };
}
