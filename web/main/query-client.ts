/** Query defaults: data stays fresh until it is invalidated. */
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { kept, urlLoader } from '#web/api/call.ts';
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
        // An offline call fails at once; it is not sent later by itself.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const queryClient = createQueries();
