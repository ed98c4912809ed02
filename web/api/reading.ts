/** GET calls as query keys: the key holds the URL, and the default loader of the query client reads it. */
import { queryOptions } from '@tanstack/react-query';
import type { Answer, ApiKey } from '#contract/api.ts';
import { type CallOptions, type InputArgument, pathOf, readJson } from './call.ts';

export type ReadKey = Extract<ApiKey, `GET ${string}`>;

/** Query options of one GET call; spread it and add the times of its feature. */
export function reading<K extends ReadKey>(key: K, ...input: InputArgument<K>) {
  const url = (pathOf as (key: ApiKey, ...input: unknown[]) => string)(key, ...input);
  return queryOptions<Answer<K>>({ queryKey: [url] });
}

/** The default loader: GET of the URL in the key. A 401 is an error unless it is told otherwise. */
export function urlLoader(options: { readonly on401?: 'throw' | 'null' } = {}) {
  return ({ queryKey, signal }: { queryKey: readonly unknown[]; signal?: AbortSignal }) => {
    const read: CallOptions = signal === undefined ? {} : { signal };
    return readJson(String(queryKey[0]), { ...read, ...options });
  };
}
