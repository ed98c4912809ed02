/** How the battle writes many rows at once, and what follows when that fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#rules/refusal.ts';
import { DatabaseError } from '#server/db/database-error.ts';
import type { Apart } from '#server/db/sql.ts';
import { createLane, type Lane, type LaneOptions } from '#server/jobs/lane.ts';

/**
 * Of one lane, whose one statement has its plan there. Plans are made once, for tables that grow without
 * being measured in between, so they always go by the indexes.
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
/** When to come again if too many wait. */
const COME_AGAIN_SECONDS = 2;
/** Before the first other look at a row that somebody has locked, in ms; later ones are further apart. */
const LOOK_AGAIN_MS = 5;
/** How long it may stay locked. */
const MOST_HELD_MS = 5_000;

/**
 * Whether a statement about many rows failed for good and left nothing behind, perhaps for one of them:
 * a lock that was waited for in vain, or anything but a database that is away.
 */
export function isOneRowToBlame(fault: unknown): boolean {
  if (!(fault instanceof DatabaseError)) return true;
  return fault.code === LOCK_NOT_AVAILABLE || !fault.isAway;
}

/** Beyond its bound callers are refused `server-busy`. */
export function createBatchLane<T, R>(
  options: Pick<LaneOptions<T, R>, 'send' | 'keysOf'>,
): Lane<T, R> {
  return createLane({
    ...options,
    isOneToBlame: isOneRowToBlame,
    onFull: () => new Refusal('server-busy', { seconds: COME_AGAIN_SECONDS }),
  });
}

/**
 * A pause before another look at a row that batches pass over while somebody has it locked.
 * @param since when it was first wanted, by `performance.now()`
 * @throws DatabaseError when that takes too long, as PostgreSQL says it of whoever waits for a lock
 */
export async function waitForRow(id: string, since: number): Promise<void> {
  const waited = performance.now() - since;
  if (waited > MOST_HELD_MS) throw new DatabaseError(`${id} is locked`, LOCK_NOT_AVAILABLE);
  await sleep(LOOK_AGAIN_MS + waited / 4);
}
