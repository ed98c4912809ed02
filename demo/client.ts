/**
 * A program that uses the product as anybody may: through its public calls, with a key of its own.
 * Made to be many: clients share the connections they are given and keep nothing but a cookie.
 */
import { Agent, type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { request as openSecureRequest } from 'node:https';
import type { Answer, ApiKey, Input as CallInput } from '#contract/api.ts';
import type { ErrorBody } from '#contract/refusals.ts';

/** Whoever can sign a personal message, e.g. a keypair of @mysten/sui. */
export interface MessageSigner {
  toSuiAddress(): string;
  signPersonalMessage(message: Uint8Array): Promise<{ signature: string }>;
}

/** What a call takes, and the ETag a save rests on. */
export type Input<K extends ApiKey> = CallInput<K> & { readonly ifMatch?: string };

/** An answer as it came. `body` is undefined where there is none (204, 304). */
export interface Exchange {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** An answer that was no success. */
export class CallRefused extends Error {
  readonly status: number;
  readonly reason: string | undefined;
  /** From Retry-After, where the answer has one. */
  readonly retryAfterSeconds: number | undefined;

  constructor(key: string, { status, headers, body }: Exchange) {
    const { error, reason } = (body ?? {}) as Partial<ErrorBody>;
    super(`${key}: ${status}: ${error ?? 'no words'}`);
    this.name = 'CallRefused';
    this.status = status;
    this.reason = reason;
    const wait = Number(headers['retry-after']);
    this.retryAfterSeconds = Number.isFinite(wait) ? wait : undefined;
  }
}

/** Longest wait for an answer, in ms. */
const PATIENCE_MS = 30_000;
const encoder = new TextEncoder();
const sharedConnections = new Agent({ keepAlive: true });

export interface ClientOptions {
  /** Where the product is, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Without one the client is a visitor. */
  readonly signer?: MessageSigner;
  /** A session that another client has, as its `cookie` tells. */
  readonly cookie?: string | null;
  /** To keep a crowd's connections apart; else all clients of this process share theirs. */
  readonly connections?: Agent | undefined;
  /** Longest wait for an answer, in ms. */
  readonly patienceMs?: number;
}

export class Client {
  #origin: URL;
  readonly #signer: MessageSigner | undefined;
  readonly #connections: Agent | undefined;
  readonly #patienceMs: number;
  #cookie: string | null;

  constructor(options: ClientOptions) {
    const { origin, signer, connections, cookie = null, patienceMs = PATIENCE_MS } = options;
    this.#patienceMs = patienceMs;
    this.#origin = new URL(origin);
    this.#signer = signer;
    this.#cookie = cookie;
    const isPlain = this.#origin.protocol === 'http:';
    this.#connections = connections ?? (isPlain ? sharedConnections : undefined);
  }

  /** The address of the key. */
  get walletAddress(): string {
    return this.#key.toSuiAddress();
  }

  /** The session cookie as a Cookie header has it, or null while signed out. */
  get cookie(): string | null {
    return this.#cookie;
  }

  /** Goes on at another server of the same product: the session holds there, too. */
  moveTo(origin: string): void {
    this.#origin = new URL(origin);
  }

  /** Asks for a message, signs it and keeps the session. */
  async signIn(): Promise<void> {
    const { walletAddress } = this;
    const { message, ticket } = await this.call('POST /api/auth/nonce', {
      body: { walletAddress },
    });
    const { signature } = await this.#key.signPersonalMessage(encoder.encode(message));
    await this.call('POST /api/auth/verify', { body: { walletAddress, signature, ticket } });
  }

  async signOut(): Promise<void> {
    await this.call('POST /api/auth/logout', {});
  }

  /**
   * One call of the contract.
   * @throws CallRefused for any answer that is no success
   */
  async call<K extends ApiKey>(key: K, input: Input<K>): Promise<Answer<K>> {
    const exchange = await this.exchange(key, input);
    if (exchange.status >= 300) throw new CallRefused(key, exchange);
    return exchange.body as Answer<K>;
  }

  /** One call, answered as it came, whatever the status. */
  async exchange<K extends ApiKey>(
    key: K,
    input: Input<K>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Exchange> {
    const { params, query, body, ifMatch } = input as Partial<
      Record<'params' | 'query' | 'body', object>
    > & {
      ifMatch?: string;
    };
    const [method = '', template = ''] = key.split(' ', 2);
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = { ...more };
    if (this.#cookie !== null) headers.cookie = this.#cookie;
    if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`;
    if (sent !== undefined) {
      headers['content-type'] = 'application/json';
      // Said by us: Node leaves it out of a DELETE, and the body then has no end.
      headers['content-length'] = String(Buffer.byteLength(sent));
    }
    const url = new URL(pathOf(template, params) + searchOf(query), this.#origin);
    const answer = await this.#send(url, method, headers, sent);
    this.#keepCookie(answer.headers['set-cookie']);
    return answer;
  }

  get #key(): MessageSigner {
    if (this.#signer === undefined) throw new Error('this client has no key');
    return this.#signer;
  }

  #send(
    url: URL,
    method: string,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<Exchange> {
    const open = url.protocol === 'https:' ? openSecureRequest : openRequest;
    const agent = this.#connections;
    return new Promise((resolve, reject) => {
      const request: ClientRequest = open(url, { method, headers, agent }, (response) => {
        readBody(response).then((text) => {
          const { statusCode: status = 0, headers: answered } = response;
          resolve({ status, headers: answered, body: parseBody(text, answered) });
        }, reject);
      });
      request.setTimeout(this.#patienceMs, () => request.destroy(new Error('no answer in time')));
      request.on('error', reject);
      request.end(body);
    });
  }

  #keepCookie(setCookies: readonly string[] | undefined): void {
    const session = setCookies?.find((line) => /^(?:__Host-)?mainz_session=/.test(line));
    if (session === undefined) return;
    const pair = session.split(';', 1)[0] ?? '';
    this.#cookie = pair.endsWith('=') ? null : pair;
  }
}

function pathOf(template: string, params: object | undefined): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

function searchOf(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string, headers: IncomingMessage['headers']): unknown {
  if (text === '') return undefined;
  return headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text;
}
