/** When any server last showed life. */
import type { Queries, Sql } from '#server/db/open.ts';

export type ClockStore = ReturnType<typeof createClockStore>;

export function createClockStore(sql: Sql) {
  return {
    /** Notes a sign of life; false when the last one is older than `notBefore`, and then does nothing. */
    async beat(now: Date, notBefore: Date): Promise<boolean> {
      const { count } = await sql`
        UPDATE battle_clock SET alive_at = greatest(alive_at, ${now})
        WHERE alive_at >= ${notBefore}`;
      return count > 0;
    },

    /**
     * The same after a silence, with `work` in the same transaction: of several servers that come
     * back at once, one does it.
     * @param work told how long nobody was there, in ms; 0 at the very first start
     */
    async beatAfter(
      now: Date,
      work: (tx: Queries, silenceMs: number) => Promise<void>,
    ): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`INSERT INTO battle_clock (alive_at) VALUES (${now}) ON CONFLICT DO NOTHING`;
        const [row] = await tx<{ aliveAt: Date }[]>`
          SELECT alive_at AS "aliveAt" FROM battle_clock FOR UPDATE`;
        await work(tx, Math.max(0, now.getTime() - (row?.aliveAt ?? now).getTime()));
        await tx`UPDATE battle_clock SET alive_at = greatest(alive_at, ${now})`;
      });
    },
  };
}
