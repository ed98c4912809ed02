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

export function createClockStore(sql: Sql) {
  return {
    /**
     * Records a heartbeat and finds due matches. Returns null, without effect, if the last heartbeat is older than
     * `notBefore`.
     * @param due how many matches to find, and which to skip
     */
    async note(
      now: Date,
      notBefore: Date,
      due: { readonly most: number; readonly except: string[] },
    ): Promise<NotedHeartbeat | null> {
      const [noted] = await sql<NotedHeartbeat[]>`
        UPDATE battle_clock SET alive_at = greatest(alive_at, ${now}), beats = beats + 1
        WHERE alive_at >= ${notBefore}
        RETURNING beats AS number, ARRAY(
          SELECT id FROM battle_matches WHERE ended_at IS NULL AND closes_at <= ${now}
            AND id <> ALL(${due.except}::text[])
          ORDER BY closes_at LIMIT ${due.most}) AS due`;
      return noted ?? null;
    },

    /**
     * After a gap: runs `work` and records a heartbeat in one transaction. If several servers try at once, one does
     * it.
     * @param work gets the length of the gap in ms (0 at the very first start); may run again, see Sql.begin
     */
    async noteAfterSilence(
      now: Date,
      work: (tx: Queries, silenceMs: number) => Promise<void>,
    ): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`INSERT INTO battle_clock (alive_at) VALUES (${now}) ON CONFLICT DO NOTHING`;
        const [row] = await tx<{ aliveAt: Date }[]>`
          SELECT alive_at AS "aliveAt" FROM battle_clock FOR UPDATE`;
        await work(tx, Math.max(0, now.getTime() - (row?.aliveAt ?? now).getTime()));
        await tx`UPDATE battle_clock SET alive_at = greatest(alive_at, ${now}), beats = beats + 1`;
      });
    },
  };
}
