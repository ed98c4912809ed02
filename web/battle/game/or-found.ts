import { hadNoAnswer } from '#web/api/http-error.ts';

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
