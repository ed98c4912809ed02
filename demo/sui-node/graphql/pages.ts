import { GraphQLError } from 'graphql';
import { decodeCursor, encodeCursor, takePage } from '../cursors.ts';
import type { Limits } from '../front.ts';
import { canonicalAddress } from '../ledger/move-types.ts';
import type { ListKey } from '../ledger/object-store.ts';

export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** Ends a field with an error of the caller's making. */
export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

export function addressArgument(text: string): string {
  const address = canonicalAddress(text);
  if (address === undefined) throw badInput(`Invalid SuiAddress: ${text}`);
  return address;
}

/** A connection over a list, forwards only. More than the most per page is an error here, not cut. */
export function connection<T extends { readonly id: string }>(
  limits: Limits,
  { first, after, last, before }: PageArguments,
  list: (after: ListKey | undefined) => Iterable<T>,
  keyOf: (item: T) => ListKey,
  render: (item: T) => object,
): object {
  if (last != null || before != null) throw badInput('Backward paging is not provided');
  const size = first ?? limits.graphqlDefaultPage;
  if (size > limits.graphqlMaxPage) {
    throw badInput(`Page size of ${size} exceeds max of ${limits.graphqlMaxPage} for connection`);
  }
  const key = after == null ? undefined : readCursor(after);
  const { items, hasNext } = takePage(list(key), key, size);
  const edges = items.map((item) => ({ cursor: encodeCursor(keyOf(item)), node: render(item) }));
  return {
    pageInfo: {
      hasNextPage: hasNext,
      hasPreviousPage: key !== undefined,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    edges,
    nodes: edges.map(({ node }) => node),
  };
}

function readCursor(text: string): ListKey {
  try {
    return decodeCursor(text);
  } catch {
    throw badInput('Invalid cursor');
  }
}
