/** All SQL of the re-checks that the admin starts. */
import type { Address } from '#rules/address.ts';
import type { Sql } from '#server/db/sql.ts';

export interface RecheckRow {
  readonly requestedAt: Date;
  /** Null while it runs. */
  readonly finishedAt: Date | null;
  readonly wallets: number;
  readonly checked: number;
  readonly unreachable: number;
}

interface OpenRecheck {
  readonly id: number;
  readonly cutoff: Date;
  readonly takenTo: string;
  readonly takenAt: Date;
  readonly unreachable: number;
  /** Wallets that are not taken yet, whose batch is at work or lost, or whose entries were deleted since. */
  readonly unrecorded: number;
}

/** Wallets of a re-check that one server has taken. */
interface RecheckBatch {
  readonly recheckId: number;
  readonly wallets: readonly Address[];
  /** The last wallet of the batch before. */
  readonly takenTo: string;
}

/** A batch that was not recorded for so long is taken for lost: its server was killed. */
const LOST_AFTER_MS = 120_000;

export type RecheckStore = ReturnType<typeof createRecheckStore>;

export function createRecheckStore(sql: Sql) {
  const columns = sql`
    requested_at AS "requestedAt", finished_at AS "finishedAt", wallets, checked, unreachable`;

  return {
    /** The newest one, running or finished. */
    async latest(): Promise<RecheckRow | null> {
      const [row] = await sql<RecheckRow[]>`
        SELECT ${columns} FROM whitelist_rechecks ORDER BY id DESC LIMIT 1`;
      return row ?? null;
    },

    /** Begins a re-check of all entries not checked since `cutoff`; does nothing while one runs. */
    async begin(by: Address, now: Date, cutoff: Date): Promise<void> {
      await sql`
        INSERT INTO whitelist_rechecks (requested_by, requested_at, cutoff, wallets)
        SELECT ${by}, ${now}, ${cutoff}, count(*) FROM (
          SELECT FROM whitelist_entries
          WHERE deleted_at IS NULL AND checked_at NOT BETWEEN ${cutoff} AND ${now} GROUP BY wallet) due
        ON CONFLICT DO NOTHING`;
    },

    /**
     * Takes the next wallets of the running re-check; finishes it when there are none left. What a server had taken that
     * was killed is taken again.
     * @returns null when none runs or it is finished
     */
    async take(limit: number, now: Date): Promise<RecheckBatch | null> {
      // Called every second, almost always without a running re-check: avoids the transaction.
      const [runs] = await sql`SELECT FROM whitelist_rechecks WHERE finished_at IS NULL`;
      if (runs === undefined) return null;
      return sql.begin(async (tx) => {
        const [open] = await tx<OpenRecheck[]>`
          SELECT id, cutoff, taken_to AS "takenTo", unreachable,
            wallets - checked - unreachable AS unrecorded, coalesce(taken_at, requested_at) AS "takenAt"
          FROM whitelist_rechecks WHERE finished_at IS NULL FOR UPDATE`;
        if (open === undefined) return null;
        const dueBehind = (wallet: string, most: number) => tx<{ wallet: Address }[]>`
          SELECT DISTINCT wallet FROM whitelist_entries
          WHERE deleted_at IS NULL AND wallet > ${wallet}
            AND checked_at NOT BETWEEN ${open.cutoff} AND ${now}
          ORDER BY wallet LIMIT ${most}`;
        const due = await dueBehind(open.takenTo, limit);
        const last = due.at(-1);
        if (last === undefined) {
          const left = open.unrecorded > 0 ? await dueBehind('', open.unreachable + 1) : [];
          if (left.length <= open.unreachable) {
            await tx`UPDATE whitelist_rechecks SET finished_at = ${now} WHERE id = ${open.id}`;
          } else if (now.getTime() - open.takenAt.getTime() > LOST_AFTER_MS) {
            await tx`
              UPDATE whitelist_rechecks SET taken_to = '', taken_at = ${now}, unreachable = 0
              WHERE id = ${open.id}`;
          } // else another server may be at work on them
          return null;
        }
        await tx`
          UPDATE whitelist_rechecks SET taken_to = ${last.wallet}, taken_at = ${now}
          WHERE id = ${open.id}`;
        const wallets = due.map((row) => row.wallet);
        return { recheckId: open.id, wallets, takenTo: open.takenTo };
      });
    },

    async record({ recheckId }: RecheckBatch, checked: number, unreachable: number): Promise<void> {
      await sql`
        UPDATE whitelist_rechecks
        SET checked = checked + ${checked}, unreachable = unreachable + ${unreachable}, setbacks = 0
        WHERE id = ${recheckId}`;
    },

    /** Puts the batch back when the chain is unreachable; ends the re-check after `mostSetbacks` in a row. */
    async setBack(
      { recheckId, takenTo }: RecheckBatch,
      mostSetbacks: number,
      now: Date,
    ): Promise<void> {
      await sql`
        UPDATE whitelist_rechecks
        SET taken_to = least(taken_to, ${takenTo}::text), setbacks = setbacks + 1,
          unreachable = CASE WHEN setbacks + 1 < ${mostSetbacks} THEN unreachable
            ELSE greatest(wallets - checked, unreachable) END,
          finished_at = CASE WHEN setbacks + 1 < ${mostSetbacks} THEN NULL ELSE ${now} END
        WHERE id = ${recheckId} AND finished_at IS NULL`;
    },
  };
}
