import { ChainCallError } from './calls.ts';
import { MalformedAnswerError } from './failures.ts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
  readonly hasNextPage: boolean;
}

/** More than anybody has of one type. */
export const MOST_ITEMS = 100_000;
/** As many on the smallest pages. */
const MOST_PAGES = 2_000;

/** No client checks that the node said it. */
export function hasMore({ hasNextPage }: Page<unknown>): boolean {
  if (typeof hasNextPage === 'boolean') return hasNextPage;
  throw new MalformedAnswerError('a list does not say whether a page follows');
}

/** Hands every item of a paged list to `take`, starting at the cursor `from`. A repeated cursor is a fault, not the end. */
export async function readPages<T>(
  read: (cursor: string | null) => Promise<Page<T>>,
  take: (item: T) => void,
  from: string | null = null,
): Promise<void> {
  const seen = new Set<string>();
  for (let cursor = from; ; ) {
    const page: Page<T> = await read(cursor);
    for (const item of page.items) take(item);
    if (!hasMore(page)) return;
    cursor = page.cursor;
    if (cursor === null || seen.has(cursor)) {
      throw new MalformedAnswerError('a list promises a next page but does not say which');
    }
    seen.add(cursor);
    if (seen.size >= MOST_PAGES) throw new MalformedAnswerError('a list does not end');
  }
}

/**
 * So many items to ask for instead, when an answer about this many was too long: a card can carry its picture, and a
 * name of what lies in a kiosk have 250 kB.
 * @throws the failure when it was another one, or nothing less can be asked for
 */
export function fewerAfter(failure: unknown, items: number): number {
  const isTooLong = failure instanceof ChainCallError && failure.kind === 'too-long';
  if (!isTooLong || items <= 1) throw failure;
  return Math.ceil(items / 8);
}

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
