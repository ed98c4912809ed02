/** When any server last showed life, and what has to be done on time. */
import type { Sql } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

/** A heartbeat that was noted. */
export interface NotedHeartbeat {
  /** Which one it is, of all servers together. */
  readonly number: number;
  /** Live matches whose open round's time is over, the longest over first. */
  readonly due: readonly string[];
}

export type ClockStore = ReturnType<typeof createClockStore>;

export function createClockStore(sql: Sql) {
  return {
    /**
     * Notes a heartbeat and looks for what is due; null when the last one is older than
     * `notBefore`, and then does nothing.
     * @param due how many to look for, and those to pass over
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
          SELECT id FROM battle_matches WHERE closes_at <= ${now} AND id <> ALL(${due.except}::text[])
          ORDER BY closes_at LIMIT ${due.most}) AS due`;
      return noted ?? null;
    },

    /**
     * After a silence: `work` and a heartbeat in one transaction; of several servers that come back
     * at once, one does it.
     * @param work told how long nobody was there, in ms; 0 at the very first start. Runs again, as
     *   Sql.begin says
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
