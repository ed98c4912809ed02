/** Data defaults: what is read stays until something says it changed. */
import { QueryClient } from '@tanstack/react-query';
import { kept, urlLoader } from '#web/api/call.ts';

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: urlLoader({ on401: 'throw' }),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        ...kept(Number.POSITIVE_INFINITY),
        retry: false,
        // Without a line a call fails like any other: it is not held back to be sent later by itself.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const queryClient = createQueries();
