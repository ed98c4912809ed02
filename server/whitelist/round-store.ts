/** All SQL of rounds: their times, and their way from one to the next (W7). */
import type { Address } from '#rules/address.ts';
import { type RoundTimes, requireOpen, type WhitelistRound } from '#rules/whitelist-rounds.ts';
import type { Sql, Transaction } from '#server/db/sql.ts';
import type { Queries } from '#server/db/tag.ts';

export interface RoundRow extends WhitelistRound {
  readonly id: number;
  /** Null before the freeze. */
  readonly freezingAt: Date | null;
  readonly wallets: number | null;
  readonly registrations: number | null;
  /** Wallets that were read for the freeze. */
  readonly checked: number;
  /** Wallets that could not be read in the last pass, and some of them by name. */
  readonly unread: number;
  readonly unreadNamed: readonly Address[];
  /** This and all fields below are null until the round is frozen. */
  readonly frozenAt: Date | null;
  readonly root: Buffer | null;
  readonly leaves: number | null;
  readonly entries: number | null;
  readonly counted: number | null;
  readonly firstCheckpoint: number | null;
  readonly lastCheckpoint: number | null;
}

/** What a freeze is about, as it begins. */
interface FreezeExtent {
  readonly registrations: number;
  readonly wallets: number;
}

/** Whether to begin; throws a Refusal when that must not be. */
type Decide = (round: RoundRow, extent: FreezeExtent) => boolean;

export type RoundStore = ReturnType<typeof createRoundStore>;

function columnsOf(sql: Queries) {
  return sql`
    id, stage, opens_at AS "opensAt", closes_at AS "closesAt", freezing_at AS "freezingAt",
    wallets, registrations, unread, unread_named AS "unreadNamed", frozen_at AS "frozenAt",
    root, leaves, entries, counted, first_checkpoint AS "firstCheckpoint",
    last_checkpoint AS "lastCheckpoint",
    (CASE WHEN stage = 'freezing' THEN (
      SELECT count(*) FROM whitelist_round_readings WHERE round_id = id) ELSE 0 END)::int AS checked`;
}

/**
 * Keeps the current round as it is until the transaction is over.
 * @throws Refusal when it is not open
 */
export async function lockOpenRound(tx: Transaction, now: Date): Promise<void> {
  const [round] = await tx<[WhitelistRound]>`
    SELECT stage, opens_at AS "opensAt", closes_at AS "closesAt"
    FROM whitelist_rounds ORDER BY id DESC LIMIT 1 FOR SHARE`;
  requireOpen(round, now);
}

/**
 * Lets only this transaction change rounds. A lock of the row would not do: registrations share it, so during a rush new
 * ones would get it again and again, while the change waits until the rush is over. But all who come meanwhile wait behind
 * it, and a registration of a server that stands still keeps its share for many seconds: then the change is given up.
 */
async function lockRounds(tx: Transaction): Promise<void> {
  await tx.script(`SET LOCAL lock_timeout = '1s'; LOCK TABLE whitelist_rounds IN EXCLUSIVE MODE`);
}

export function createRoundStore(sql: Sql) {
  const columns = columnsOf(sql);

  return {
    /** The newest one. */
    async current(): Promise<RoundRow> {
      const [row] = await sql<[RoundRow]>`
        SELECT ${columns} FROM whitelist_rounds ORDER BY id DESC LIMIT 1`;
      return row;
    },

    async find(id: number): Promise<RoundRow | null> {
      const [row] = await sql<RoundRow[]>`SELECT ${columns} FROM whitelist_rounds WHERE id = ${id}`;
      return row ?? null;
    },

    /** The newest first. */
    async newest(limit: number): Promise<RoundRow[]> {
      return sql<RoundRow[]>`
        SELECT ${columns} FROM whitelist_rounds ORDER BY id DESC LIMIT ${limit}`;
    },

    /**
     * Null when it is not the current round, or its freeze has begun.
     * @param check throws a Refusal when the round must not have these times; called with rounds locked
     */
    async setTimes(id: number, change: Partial<RoundTimes>, check: (times: RoundTimes) => void) {
      return sql.begin(async (tx): Promise<RoundRow | null> => {
        await lockRounds(tx);
        const [round] = await tx<RoundRow[]>`
          SELECT ${columns} FROM whitelist_rounds WHERE id = ${id} AND stage = 'collecting'`;
        if (round === undefined) return null;
        const { opensAt, closesAt } = { ...round, ...change };
        check({ opensAt, closesAt });
        const [row] = await tx<[RoundRow]>`
          UPDATE whitelist_rounds SET opens_at = ${opensAt}, closes_at = ${closesAt}
          WHERE id = ${id} RETURNING ${columns}`;
        return row;
      });
    },

    /**
     * Begins to freeze the current round.
     * @param decide called with rounds locked
     */
    async beginFreeze(by: Address, now: Date, decide: Decide): Promise<RoundRow> {
      return sql.begin(async (tx) => {
        await lockRounds(tx);
        const [current] = await tx<[RoundRow]>`
          SELECT ${columns} FROM whitelist_rounds ORDER BY id DESC LIMIT 1`;
        const [extent] = await tx<[FreezeExtent]>`
          SELECT count(*) AS registrations, count(DISTINCT wallet) AS wallets
          FROM whitelist_entries WHERE deleted_at IS NULL`;
        if (!decide(current, extent)) return current;
        const [row] = await tx<[RoundRow]>`
          UPDATE whitelist_rounds SET stage = 'freezing', freeze_by = ${by}, freezing_at = ${now},
            wallets = ${extent.wallets}, registrations = ${extent.registrations}
          WHERE id = ${current.id} RETURNING ${columns}`;
        return row;
      });
    },

    /**
     * The round after a frozen one, with an empty list: what was registered stands in the frozen one, and
     * its cards are free.
     * @param decide whether to begin; throws a Refusal when it must not be; called with rounds locked
     */
    async beginNext(times: RoundTimes, now: Date, decide: (last: RoundRow) => boolean) {
      const { opensAt, closesAt } = times;
      return sql.begin(async (tx) => {
        await lockRounds(tx);
        await tx.takeAnyTime();
        const [last] = await tx<[RoundRow]>`
          SELECT ${columns} FROM whitelist_rounds ORDER BY id DESC LIMIT 1`;
        if (!decide(last)) return last;
        // In the same order as all other transactions, or two could wait for each other.
        await tx`SELECT FROM whitelist_entries WHERE deleted_at IS NULL ORDER BY id FOR UPDATE`;
        await tx`UPDATE whitelist_entries SET deleted_at = ${now} WHERE deleted_at IS NULL`;
        await tx`DELETE FROM whitelist_claims`;
        const [row] = await tx<[RoundRow]>`
          INSERT INTO whitelist_rounds (id, opens_at, closes_at)
          VALUES (${last.id + 1}, ${opensAt}, ${closesAt}) RETURNING ${columns}`;
        return row;
      });
    },
  };
}
