/** Removing rows in portions: a million in one statement take longer than a statement may, and would stay for ever. */
import type { Fragment, Queries } from './tag.ts';

const PORTION = 5_000;
/** A pass ends after these, so that a stop need not wait for millions of rows; the next one goes on. */
const MOST_PORTIONS = 100;

/** @param remove removes so many at most, and returns how many */
export async function inPortions(
  remove: (most: number) => Promise<number>,
  portion = PORTION,
): Promise<number> {
  let all = 0;
  for (let count = 0; count < MOST_PORTIONS; count += 1) {
    const removed = await remove(portion);
    all += removed;
    if (removed < portion) break;
  }
  return all;
}

/**
 * Removes the rows that fit. Skips locked ones.
 * @param key the column of the primary key
 * @param which what follows WHERE; with an order when an index has them in it
 * @returns how many
 */
export function removeRows(
  sql: Queries,
  table: string,
  key: string,
  which: Fragment,
): Promise<number> {
  const [from, id] = [sql(table), sql(key)];
  return inPortions(async (most) => {
    // An array, not IN: for so many the planner would read the whole table.
    const { count } = await sql`
      DELETE FROM ${from} WHERE ${id} = ANY(ARRAY(
        SELECT ${id} FROM ${from} WHERE ${which} LIMIT ${most} FOR UPDATE SKIP LOCKED))`;
    return count;
  });
}
