/** How the battle writes many rows in one statement, and how it handles failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#rules/refusal.ts';
import { DatabaseError } from '#server/db/database-error.ts';
import type { Apart } from '#server/db/sql.ts';
import { createLane, type Lane, type LaneOptions } from '#server/jobs/lane.ts';

/**
 * The connection of one lane. Its one statement is planned once, while tables grow between two runs of ANALYZE, so
 * these settings force index plans.
 */
export const LANE_CONNECTION: Apart = {
  connections: 1,
  settings: {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    jit: 'off',
  },
};

const LOCK_NOT_AVAILABLE = '55P03';
/** `Retry-After` when the queue is full. */
const RETRY_AFTER_SECONDS = 2;
/** First wait for a locked row; later waits are longer. */
const FIRST_WAIT_MS = 5;
const LONGEST_LOCK_MS = 5_000;

/**
 * Whether a batch failed without effect and one row may be the cause: a lock time-out, or any error other than an
 * unreachable database.
 */
export function isOneRowToBlame(fault: unknown): boolean {
  if (!(fault instanceof DatabaseError)) return true;
  return fault.code === LOCK_NOT_AVAILABLE || !fault.isAway;
}

/** A lane that refuses with `server-busy` when its queue is full. */
export function createBatchLane<T, R>(
  options: Pick<LaneOptions<T, R>, 'send' | 'keysOf'>,
): Lane<T, R> {
  return createLane({
    ...options,
    isOneToBlame: isOneRowToBlame,
    onFull: () => new Refusal('server-busy', { seconds: RETRY_AFTER_SECONDS }),
  });
}

/**
 * Waits before retrying a row that batches skip because it is locked.
 * @param since when it was first tried, by `performance.now()`
 * @throws DatabaseError after too long, like PostgreSQL's lock time-out
 */
export async function waitForRow(id: string, since: number): Promise<void> {
  const waited = performance.now() - since;
  if (waited > LONGEST_LOCK_MS) throw new DatabaseError(`${id} is locked`, LOCK_NOT_AVAILABLE);
  await sleep(FIRST_WAIT_MS + waited / 4);
}
