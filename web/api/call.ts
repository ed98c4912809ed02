/** The only place that fetches. Every call is one of the contract's, typed from it without its run-time. */
import { queryOptions } from '@tanstack/react-query';
import type { Answer, ApiKey, Input } from '#contract/api.ts';
import { HttpError } from './http-error.ts';

/** A call that is not answered by then has failed; a sync of thousands of cards needs most of it. In ms. */
const CALL_TIMEOUT = 60_000;

export type InputArgument<K extends ApiKey> =
  object extends Input<K> ? [input?: Input<K>] : [input: Input<K>];

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Version this change rests on; sent as If-Match. */
  readonly ifMatch?: string;
  /** Lets the request outlive the page. The browser takes at most 64 KiB of such bodies at a time. */
  readonly keepalive?: boolean;
}

/** An answer and the name of the state it shows (its ETag, bare), for a later If-Match. */
export interface Versioned<T> {
  readonly data: T;
  readonly version: string | null;
}

interface LooseInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | undefined>;
  readonly body?: unknown;
}

/** Path and query of a call: `{name}` in the key is filled from `params`. */
export function pathOf<K extends ApiKey>(key: K, ...[input]: InputArgument<K>): string {
  const { params = {}, query = {} } = (input ?? {}) as LooseInput;
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/**
 * One call, with cookies. A JSON body goes out only where the contract has one, never with GET or HEAD.
 * @throws {HttpError} when the answer is not OK; a TypeError or DOMException when there was none
 */
export async function call<K extends ApiKey>(
  key: K,
  ...rest: CallArguments<K>
): Promise<Answer<K>> {
  return (await callVersioned(key, ...rest)).data;
}

/** The same, with the version of what was read or saved. */
export async function callVersioned<K extends ApiKey>(
  key: K,
  ...[input, options]: CallArguments<K>
): Promise<Versioned<Answer<K>>> {
  const path = (pathOf as (key: ApiKey, input: unknown) => string)(key, input ?? {});
  const { body } = (input ?? {}) as LooseInput;
  const answer = await request(key.slice(0, key.indexOf(' ')), path, body, options);
  return answer as Versioned<Answer<K>>;
}

type CallArguments<K extends ApiKey> =
  object extends Input<K>
    ? [input?: Input<K>, options?: CallOptions]
    : [input: Input<K>, options?: CallOptions];

async function request(
  method: string,
  path: string,
  body: unknown,
  { signal, ifMatch, keepalive = false }: CallOptions = {},
): Promise<Versioned<unknown>> {
  const headers: Record<string, string> = {};
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  if (hasBody) headers['Content-Type'] = 'application/json';
  if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
  const limit = AbortSignal.timeout(CALL_TIMEOUT);
  const answer = await fetch(path, {
    method,
    headers,
    credentials: 'include',
    keepalive,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new HttpError(answer.status, answer.statusText, await answer.text());
  const version = /^(?:W\/)?"(.*)"$/.exec(answer.headers.get('ETag') ?? '')?.[1] ?? null;
  return { data: answer.status === 204 ? undefined : await answer.json(), version };
}

/** GET of a URL as JSON. `null` on a 401 when asked so; as a rule a 401 is an error like any other. */
export async function readJson(
  url: string,
  { on401 = 'throw', ...options }: CallOptions & { readonly on401?: 'throw' | 'null' } = {},
): Promise<unknown> {
  try {
    return (await request('GET', url, undefined, options)).data;
  } catch (error) {
    if (on401 === 'null' && error instanceof HttpError && error.status === 401) return null;
    throw error;
  }
}

export type ReadKey = Extract<ApiKey, `GET ${string}`>;

/** Query options of one GET call: its key is the URL, which `urlLoader` reads. Spread it and add the times. */
export function reading<K extends ReadKey>(key: K, ...input: InputArgument<K>) {
  const url = (pathOf as (key: ApiKey, ...input: unknown[]) => string)(key, ...input);
  return queryOptions<Answer<K>>({ queryKey: [url] });
}

/** Good for `ms`, and remembered as long, whatever page one is on meanwhile. */
export function kept(ms: number) {
  return { staleTime: ms, gcTime: ms };
}

/** The default loader: GET of the URL in the key. A 401 is an error unless it is told otherwise. */
export function urlLoader(options: { readonly on401?: 'throw' | 'null' } = {}) {
  return ({ queryKey, signal }: { queryKey: readonly unknown[]; signal?: AbortSignal }) => {
    const read: CallOptions = signal === undefined ? {} : { signal };
    return readJson(String(queryKey[0]), { ...read, ...options });
  };
}
