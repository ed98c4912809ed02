/** Query defaults: data stays fresh until it is invalidated. */
import { onlineManager, QueryClient } from '@tanstack/react-query';
import type { Subject } from '#rules/pages.ts';
import { kept, readQuery, urlLoader } from '#web/api/call.ts';
import { HttpError } from '#web/api/http-error.ts';
import { isServerHere, serverState } from '#web/api/server-state.ts';

// What failed meanwhile is fetched when the server answers again, not when there is a network.
onlineManager.setEventListener((setOnline) =>
  serverState.subscribe(() => setOnline(isServerHere())),
);

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: urlLoader({ on401: 'throw' }),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        ...kept(Number.POSITIVE_INFINITY),
        retry: false,
        // What `setUnknown` set is shown; what was asked for and failed is asked for again.
        retryOnMount: ({ state }) => state.errorUpdateCount > 0,
        // An offline call fails at once; it is not sent later by itself.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The server has refused the lobby or the collector as unknown: not asked for again. */
export function setUnknown(queries: QueryClient, subject: Subject): void {
  const query =
    subject.kind === 'lobby'
      ? readQuery('GET /api/game/lobbies/{id}', { params: { id: subject.id } })
      : subject.kind === 'collector' &&
        readQuery('GET /api/users/{walletAddress}', { params: { walletAddress: subject.wallet } });
  if (!query) return;
  const state = { status: 'error', error: new HttpError(404, '', '') } as const;
  queries.getQueryCache().build(queries, { queryKey: query.queryKey }).setState(state);
}

export const queryClient = createQueries();
