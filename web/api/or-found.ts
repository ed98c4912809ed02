import { hadNoAnswer } from '#web/api/http-error.ts';

/** The server may have to read a large wallet first. It goes on with what the first try began. */
const SECOND_TRY_MS = 40_000;

/**
 * The answer of a write. When there was none, what the write has made nevertheless.
 * @param find undefined when it has made nothing
 */
export async function orFound<T>(
  write: Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const found = hadNoAnswer(error) ? await find().catch(() => undefined) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * Like `orFound`, and makes the write once more when it has made nothing: for one that counts once, however often it is
 * made. The first try can have met a dead connection.
 * @param isWanted false once it was cancelled
 */
export async function orFoundOrAgain<T>(
  write: (withinMs?: number) => Promise<T>,
  find: () => Promise<T | undefined>,
  isWanted = () => true,
): Promise<T> {
  try {
    return await orFound(write(), find);
  } catch (error) {
    if (!hadNoAnswer(error) || !isWanted()) throw error;
    return orFound(write(SECOND_TRY_MS), find);
  }
}
