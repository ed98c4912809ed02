import type { ListKey } from './ledger/object-store.ts';

/** Cursors of GraphQL and JSON-RPC name the last item of a page; the next page starts after it. */
export function encodeCursor(key: ListKey): string {
  return Buffer.from(JSON.stringify([key.type, key.balance.toString(), key.id])).toString('base64');
}

/** Throws when the text is no cursor of ours. */
export function decodeCursor(text: string): ListKey {
  const [type, balance, id] = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as unknown[];
  if (typeof type !== 'string' || typeof balance !== 'string' || typeof id !== 'string') {
    throw new Error('invalid cursor');
  }
  return { type, balance: BigInt(balance), id };
}

/** The first `limit` items of a list that starts at the cursor's own item, if it still exists, and whether more follow. */
export function takePage<T extends { readonly id: string }>(
  list: Iterable<T>,
  after: ListKey | undefined,
  limit: number,
): { items: T[]; hasNext: boolean } {
  const items: T[] = [];
  for (const item of list) {
    if (item.id === after?.id) continue;
    if (items.length === limit) return { items, hasNext: true };
    items.push(item);
  }
  return { items, hasNext: false };
}
