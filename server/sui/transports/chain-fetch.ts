/**
 * The one `fetch` under all three clients. Everything below the protocol is decided here, once:
 * a deadline on every request (the clients' own options set a header at best, and some of their
 * calls take no signal at all), the provider's key, statuses, content types and broken bodies.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { kindOfStatus, TransportError } from '#server/sui/calls/failures.ts';

/** One try of one call: what it may take, and what the wire saw of it. */
export interface Attempt {
  readonly stop: AbortSignal;
  readonly requestMs: number;
  requests: number;
  failure: TransportError | null;
}

export interface Wire {
  readonly fetch: typeof fetch;
  /** Runs `work` so that its requests, however deep in the SDK, belong to `attempt`. */
  within<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
}

export interface WireOptions {
  /** What an answer of this protocol declares itself to be. */
  readonly contentType: RegExp;
  /** `name: value`, or a value for the header `x-token`. */
  readonly apiKey?: string | undefined;
}

const MAX_RETRY_AFTER_MS = 600_000;
/** A page of a thousand objects takes a few megabytes. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

export function createWire({ contentType, apiKey }: WireOptions): Wire {
  const attempts = new AsyncLocalStorage<Attempt>();
  const keyHeader = apiKey === undefined ? null : headerOf(apiKey);

  async function wireFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const attempt = attempts.getStore();
    if (attempt === undefined) throw new Error('a chain request outside of a call');
    attempt.requests += 1;
    try {
      return await request(attempt, input, init);
    } catch (error) {
      const failure = error instanceof TransportError ? error : brokenOff(error, attempt.stop);
      attempt.failure ??= failure;
      throw failure;
    }
  }

  async function request(attempt: Attempt, ...[input, init]: Parameters<typeof fetch>) {
    const { stop, requestMs } = attempt;
    stop.throwIfAborted();
    const headers = new Headers(init?.headers);
    if (keyHeader !== null) headers.set(...keyHeader);
    const ours = new AbortController();
    const onStop = () => ours.abort(stop.reason);
    const late = new TransportError('timeout', `no answer within ${requestMs} ms`);
    const timer = setTimeout(() => ours.abort(late), requestMs);
    stop.addEventListener('abort', onStop, { once: true });
    try {
      // A redirect would carry the key to whoever it names.
      const options = { ...init, headers, signal: ours.signal, redirect: 'error' as const };
      const response = await fetch(input, options);
      // Whole before it is passed on, so that a broken body is seen here and not in a parser.
      const body = await readBody(response);
      rejectForeign(response, contentType);
      return new Response(body, { status: response.status, headers: response.headers });
    } finally {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
    }
  }

  return { fetch: wireFetch, within: (attempt, work) => attempts.run(attempt, work) };
}

/** @throws TransportError for one that does not end: what is left of it is not fetched */
async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LONGEST_ANSWER_BYTES) {
      throw new TransportError('malformed', `an answer of more than ${LONGEST_ANSWER_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function headerOf(apiKey: string): [name: string, value: string] {
  const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(apiKey) ?? [];
  return name !== undefined && value !== undefined ? [name, value] : ['x-token', apiKey];
}

function rejectForeign(response: Response, contentType: RegExp): void {
  if (!response.ok) {
    const kind = kindOfStatus(response.status);
    throw new TransportError(kind, `HTTP status ${response.status}`, retryAfterMs(response));
  }
  const declared = response.headers.get('content-type') ?? 'nothing';
  if (!contentType.test(declared)) {
    throw new TransportError('garbled', `unexpected content type ${declared}`);
  }
}

/** Seconds or an HTTP date; anything else asks for no wait. */
function retryAfterMs(response: Response): number {
  const text = response.headers.get('retry-after');
  if (text === null) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}

function brokenOff(error: unknown, stop: AbortSignal): TransportError {
  if (stop.aborted) return new TransportError('stopped', messageOf(stop.reason), 0, error);
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return new TransportError('network', messageOf(cause), 0, error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
