/** All API calls, typed by the contract; only its types are imported, so the page does not load zod. */
import { queryOptions } from '@tanstack/react-query';
import type { Answer, ApiKey, Input } from '#contract/api.ts';
import { heardDate } from '#web/ui/clock.ts';
import { HttpError, isOfProxy } from './http-error.ts';
import { suspect } from './server-state.ts';

/** Time-out of a call in ms; a sync of thousands of cards needs most of it. */
const CALL_TIMEOUT = 60_000;
/** A call that has no answer after this time makes the page ask whether the server is there. */
const SLOW_AFTER_MS = 4_000;

type InputArgument<K extends ApiKey> =
  object extends Input<K> ? [input?: Input<K>] : [input: Input<K>];

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Version that the change is based on; sent as If-Match. */
  readonly ifMatch?: string;
  /** The request survives closing the page. Browsers limit the bodies of all such requests to 64 KiB together. */
  readonly keepalive?: boolean;
}

interface WithHeaders<T> {
  readonly data: T;
  /** The ETag without quotes, for a later If-Match. */
  readonly version: string | null;
  /**
   * The server's time, ISO 8601, where it sends one. That in the data is old when the server answered 304: the browser
   * then takes the data from its cache, and only the headers from the answer.
   */
  readonly serverNow: string | null;
  /** When the call began, by `performance.now()`. */
  readonly askedAt: number;
}

interface LooseInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | undefined>;
  readonly body?: unknown;
}

/** Path and query of a call; `{name}` in the key is replaced from `params`. */
export function pathOf<K extends ApiKey>(key: K, ...[input]: InputArgument<K>): string {
  return looselyPathOf(key, input);
}

function looselyPathOf(key: ApiKey, { params = {}, query = {} }: LooseInput = {}): string {
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
 * Makes a call, with cookies. A JSON body is sent only where the contract has one, never with GET or HEAD.
 * @throws {HttpError} when the answer is not OK; a TypeError or DOMException when there was none; a SyntaxError when it
 * was no JSON
 */
export async function call<K extends ApiKey>(
  key: K,
  ...rest: CallArguments<K>
): Promise<Answer<K>> {
  return (await callWithHeaders(key, ...rest)).data;
}

/** Like `call`, with what the headers of the answer say. */
export async function callWithHeaders<K extends ApiKey>(
  key: K,
  ...[input, options]: CallArguments<K>
): Promise<WithHeaders<Answer<K>>> {
  const loose: LooseInput | undefined = input;
  const method = key.slice(0, key.indexOf(' '));
  const answer = await request(method, looselyPathOf(key, loose), loose?.body, options);
  return answer as WithHeaders<Answer<K>>;
}

type CallArguments<K extends ApiKey> =
  object extends Input<K>
    ? [input?: Input<K>, options?: CallOptions]
    : [input: Input<K>, options?: CallOptions];

/** Paths whose last answer was no JSON: the browser may have stored it, and would show it after each 304. */
const cut = new Set<string>();

async function request(
  method: string,
  path: string,
  body: unknown,
  { signal, ifMatch, keepalive = false }: CallOptions = {},
): Promise<WithHeaders<unknown>> {
  const headers: Record<string, string> = {};
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  if (hasBody) headers['Content-Type'] = 'application/json';
  if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
  const limit = AbortSignal.timeout(CALL_TIMEOUT);
  const askedAt = performance.now();
  const slow = setTimeout(suspect, SLOW_AFTER_MS);
  const answer = await fetch(path, {
    method,
    // Otherwise a browser that goes back answers from its cache without asking, while the page loads.
    cache: cut.delete(path) ? 'reload' : 'no-cache',
    headers,
    credentials: 'include',
    keepalive,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  })
    .catch((error) => {
      if (!signal?.aborted) suspect();
      throw error;
    })
    .finally(() => clearTimeout(slow));
  heardDate(answer.headers.get('Date'));
  // If the answer is the server's own after all, asking it shows that it is there.
  if (isOfProxy(answer.status)) suspect();
  if (!answer.ok) throw new HttpError(answer.status, answer.statusText, await answer.text());
  const version = /^(?:W\/)?"(.*)"$/.exec(answer.headers.get('ETag') ?? '')?.[1] ?? null;
  const serverNow = answer.headers.get('server-now');
  const data = await answer.json().catch((error) => {
    cut.add(path);
    suspect();
    throw error;
  });
  return { data, version, serverNow, askedAt };
}

/** GET of a URL as JSON. With `on401: 'null'` a 401 is null, else an error. */
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

/** Query options of a GET call: the key is the URL, which `urlLoader` fetches. To be spread, with times added. */
export function readQuery<K extends ReadKey>(key: K, ...[input]: InputArgument<K>) {
  return queryOptions<Answer<K>>({ queryKey: [looselyPathOf(key, input)] });
}

/** Query options: fresh for `ms`, and cached as long without a component that uses it. */
export function kept(ms: number) {
  return { staleTime: ms, gcTime: ms };
}

/** The default query function: GET of the URL in the key. */
export function urlLoader(options: { readonly on401?: 'throw' | 'null' } = {}) {
  return ({ queryKey, signal }: { queryKey: readonly unknown[]; signal?: AbortSignal }) => {
    const read: CallOptions = signal === undefined ? {} : { signal };
    return readJson(String(queryKey[0]), { ...read, ...options });
  };
}
