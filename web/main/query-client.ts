/** Data defaults: what is read stays until something says it changed. */
import { QueryClient } from '@tanstack/react-query';
import { urlLoader } from '#web/api/call.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: urlLoader({ on401: 'throw' }),
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    mutations: { retry: false },
  },
});
