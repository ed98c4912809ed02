/**
 * The one `fetch` under all three clients. Everything below the protocol is decided here, once:
 * a deadline on every request (the clients' own options set a header at best, and some of their
 * calls take no signal at all), the provider's key, statuses, content types and broken bodies.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { kindOfStatus, TransportError } from '#server/sui/calls/failures.ts';
import { createNewestCheckpoint } from './newest-checkpoint.ts';
import { type Answer, post } from './post.ts';

/** One try of one call: its limits, and what went wrong below the protocol. */
export interface Attempt {
  readonly signal: AbortSignal;
  readonly requestMs: number;
  failure: TransportError | null;
}

export interface ChainFetch {
  readonly fetch: typeof fetch;
  /** Runs `work` so that its requests, however deep in the SDK, belong to `attempt`. */
  within<T>(attempt: Attempt, work: () => Promise<T>): Promise<T>;
}

interface ChainFetchOptions {
  /** Content type of every answer of this protocol. */
  readonly contentType: RegExp;
  /** `name: value`, or a value for the header `x-token`. */
  readonly apiKey?: string | undefined;
}

/** Of the newest checkpoint; gRPC nodes tell it. */
const HEIGHT = 'x-sui-checkpoint-height';
const MAX_RETRY_AFTER_MS = 600_000;
/**
 * A node ends a gRPC page at 512 KiB, and the pages of the others are shorter. Millions of empty objects in a long
 * answer would hold the event loop up: 4 MiB of them 0.5 to 0.9 s, 32 MiB 11 s and 3 GB of memory.
 */
const LONGEST_ANSWER_BYTES = 4 * 1024 * 1024;

export function createChainFetch({ contentType, apiKey }: ChainFetchOptions): ChainFetch {
  const attempts = new AsyncLocalStorage<Attempt>();
  const refuseOlder = createNewestCheckpoint();
  const keyHeader = apiKey === undefined ? null : headerOf(apiKey);

  async function chainFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const attempt = attempts.getStore();
    if (attempt === undefined) throw new Error('a chain request outside of a call');
    const timeout = AbortSignal.timeout(attempt.requestMs);
    const headers = new Headers(init?.headers);
    if (keyHeader !== null) headers.set(...keyHeader);
    try {
      const asked = init?.body as string | Uint8Array;
      const signal = AbortSignal.any([attempt.signal, timeout]);
      // A redirect is not followed: it would carry the key to another host.
      const answer = await post(new URL(String(input)), headers, asked, signal);
      // Whole before it is passed on, so that a broken body fails here and not in a parser.
      const body = await readBody(answer);
      signal.throwIfAborted(); // a body of no declared length would end there
      rejectForeign(answer, contentType);
      refuseOlder(answer.headers.get(HEIGHT) ?? '');
      return new Response(body, { headers: answer.headers });
    } catch (error) {
      const failure = error instanceof TransportError ? error : brokenOff(error, attempt, timeout);
      attempt.failure ??= failure;
      throw failure;
    }
  }

  return { fetch: chainFetch, within: (attempt, work) => attempts.run(attempt, work) };
}

/** @throws TransportError when it is too long; the rest of it is not fetched */
async function readBody({ body }: Answer): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LONGEST_ANSWER_BYTES) {
      throw new TransportError('too-long', `an answer of more than ${LONGEST_ANSWER_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function headerOf(apiKey: string): [name: string, value: string] {
  const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(apiKey) ?? [];
  return name !== undefined && value !== undefined ? [name, value] : ['x-token', apiKey];
}

function rejectForeign({ status, headers }: Answer, contentType: RegExp): void {
  if (status < 200 || status > 299) {
    throw new TransportError(kindOfStatus(status), `HTTP status ${status}`, retryAfterMs(headers));
  }
  const declared = headers.get('content-type') ?? 'nothing';
  if (!contentType.test(declared)) {
    throw new TransportError('garbled', `unexpected content type ${declared}`);
  }
}

/** Seconds or an HTTP date; anything else means no wait. */
function retryAfterMs(headers: Headers): number {
  const text = headers.get('retry-after');
  if (text === null) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}

function brokenOff(
  error: unknown,
  { signal, requestMs }: Attempt,
  timeout: AbortSignal,
): TransportError {
  if (signal.aborted) return new TransportError('stopped', messageOf(signal.reason), 0, error);
  if (timeout.aborted) return new TransportError('timeout', `no answer within ${requestMs} ms`);
  return new TransportError('network', messageOf(error), 0, error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
