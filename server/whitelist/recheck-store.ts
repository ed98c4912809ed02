/** All SQL of the re-checks that the admin asks for. */
import type { Address } from '#rules/address.ts';
import type { Sql } from '#server/db/open.ts';

export interface RecheckRow {
  readonly requestedAt: Date;
  /** Null while it runs. */
  readonly finishedAt: Date | null;
  readonly wallets: number;
  readonly checked: number;
  readonly unreachable: number;
}

/** Some wallets of a re-check, taken by one server. */
export interface Step {
  readonly recheckId: number;
  readonly wallets: readonly Address[];
  /** Where the walk stood before them. */
  readonly takenTo: string;
}

export type RecheckStore = ReturnType<typeof createRecheckStore>;

export function createRecheckStore(sql: Sql) {
  const columns = sql.unsafe(`requested_at as "requestedAt", finished_at as "finishedAt",
    wallets, checked, unreachable`);

  return {
    /** The one that runs, else the last one; null before the first. */
    async latest(): Promise<RecheckRow | null> {
      const [row] = await sql<RecheckRow[]>`
        select ${columns} from whitelist_rechecks order by id desc limit 1`;
      return row ?? null;
    },

    /** Begins one over all entries last checked before `cutoff`; nothing while one runs. */
    async begin(by: Address, now: Date, cutoff: Date): Promise<void> {
      await sql`
        insert into whitelist_rechecks (requested_by, requested_at, cutoff, wallets)
        select ${by}, ${now}, ${cutoff}, count(*) from (
          select from whitelist_entries
          where deleted_at is null and checked_at < ${cutoff} group by wallet) due
        on conflict do nothing`;
    },

    /**
     * Takes the next wallets of the re-check that runs, so that no other server does. Finishes it when
     * there are no more.
     * @returns null when none runs or its end was reached
     */
    async take(limit: number, now: Date): Promise<Step | null> {
      // Asked every second and hardly ever so: not worth a transaction.
      const [runs] = await sql`select from whitelist_rechecks where finished_at is null`;
      if (runs === undefined) return null;
      return sql.begin(async (tx) => {
        const [open] = await tx<{ id: number; cutoff: Date; takenTo: string }[]>`
          select id, cutoff, taken_to as "takenTo" from whitelist_rechecks
          where finished_at is null for update`;
        if (open === undefined) return null;
        const due = await tx<{ wallet: Address }[]>`
          select distinct wallet from whitelist_entries
          where deleted_at is null and wallet > ${open.takenTo} and checked_at < ${open.cutoff}
          order by wallet limit ${limit}`;
        const last = due.at(-1);
        if (last === undefined) {
          await tx`update whitelist_rechecks set finished_at = ${now} where id = ${open.id}`;
          return null;
        }
        await tx`update whitelist_rechecks set taken_to = ${last.wallet} where id = ${open.id}`;
        const wallets = due.map((row) => row.wallet);
        return { recheckId: open.id, wallets, takenTo: open.takenTo };
      });
    },

    async record({ recheckId }: Step, checked: number, unreachable: number): Promise<void> {
      await sql`
        update whitelist_rechecks
        set checked = checked + ${checked}, unreachable = unreachable + ${unreachable}, setbacks = 0
        where id = ${recheckId}`;
    },

    /** The chain answered for nobody: the step is put back, and after too many of them all is given up. */
    async setBack({ recheckId, takenTo }: Step, mostSetbacks: number, now: Date): Promise<void> {
      await sql`
        update whitelist_rechecks
        set taken_to = least(taken_to, ${takenTo}::text), setbacks = setbacks + 1,
          unreachable = case when setbacks + 1 < ${mostSetbacks} then unreachable
            else greatest(wallets - checked, unreachable) end,
          finished_at = case when setbacks + 1 < ${mostSetbacks} then null else ${now} end
        where id = ${recheckId} and finished_at is null`;
    },
  };
}
