/**
 * A client of the public calls, with a key of its own. There can be many: they share connections
 * and keep only a cookie.
 */
import { Agent, type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { request as openSecureRequest } from 'node:https';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Answer, ApiKey, Input } from '#contract/api.ts';
import type { ErrorBody } from '#contract/refusals.ts';

/** For example a keypair of @mysten/sui. */
export interface MessageSigner {
  toSuiAddress(): string;
  signPersonalMessage(message: Uint8Array): Promise<{ signature: string }>;
}

/** An answer. `body` is undefined when there is none (204, 304). */
export interface Exchange {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export class CallRefusedError extends Error {
  override name = 'CallRefusedError';
  readonly status: number;
  readonly reason: string | undefined;
  /** From the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(key: string, { status, headers, body }: Exchange) {
    const { error, reason } = (body ?? {}) as Partial<ErrorBody>;
    super(`${key}: ${status}: ${error ?? 'no words'}`);
    this.status = status;
    this.reason = reason;
    const wait = Number(headers['retry-after']);
    this.retryAfterSeconds = Number.isFinite(wait) ? wait : undefined;
  }
}

const CALL_TIMEOUT_MS = 30_000;
const encoder = new TextEncoder();
const sharedConnections = new Agent({ keepAlive: true });

export interface ClientOptions {
  /** Where the product is, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Without it the client is a visitor. */
  readonly signer?: MessageSigner;
  /** The session of another client: its `cookie`. */
  readonly cookie?: string | null;
  /** Without it, all clients of this process share their connections. */
  readonly connections?: Agent | undefined;
  /** Longest wait for an answer, in ms. */
  readonly timeoutMs?: number;
}

export class Client {
  #origin: URL;
  readonly #signer: MessageSigner | undefined;
  readonly #connections: Agent | undefined;
  readonly #timeoutMs: number;
  #cookie: string | null;

  constructor(options: ClientOptions) {
    const { origin, signer, connections, cookie = null, timeoutMs = CALL_TIMEOUT_MS } = options;
    this.#timeoutMs = timeoutMs;
    this.#origin = new URL(origin);
    this.#signer = signer;
    this.#cookie = cookie;
    const isPlain = this.#origin.protocol === 'http:';
    this.#connections = connections ?? (isPlain ? sharedConnections : undefined);
  }

  get walletAddress(): string {
    return this.#key.toSuiAddress();
  }

  /** The session as a Cookie header, or null when signed out. */
  get cookie(): string | null {
    return this.#cookie;
  }

  /** Continues with another server of the same product; the session is valid there. */
  moveTo(origin: string): void {
    this.#origin = new URL(origin);
  }

  async signIn(): Promise<void> {
    const { walletAddress } = this;
    const { message, ticket } = await this.call('POST /api/auth/nonce', {
      body: { walletAddress, keepsTicket: true },
    });
    const { signature } = await this.#key.signPersonalMessage(encoder.encode(message));
    await this.call('POST /api/auth/verify', { body: { walletAddress, signature, ticket } });
  }

  async signOut(): Promise<void> {
    await this.call('POST /api/auth/logout', {});
  }

  /** Has the wallet's cards read from the chain. */
  sync(): Promise<Answer<'POST /api/nfts/sync/{address}'>> {
    const params = { address: this.walletAddress };
    return this.call('POST /api/nfts/sync/{address}', { params });
  }

  /** The collector of the wallet. */
  user(): Promise<Answer<'GET /api/user/{address}'>> {
    return this.call('GET /api/user/{address}', { params: { address: this.walletAddress } });
  }

  /** The wallet's cards as they were last read. */
  cards(): Promise<Answer<'GET /api/nfts'>> {
    return this.call('GET /api/nfts', { query: { walletAddress: this.walletAddress } });
  }

  /** The wallet's registrations for the whitelist. */
  entries(): Promise<Answer<'GET /api/booster-pack/entries/{walletAddress}'>> {
    const params = { walletAddress: this.walletAddress };
    return this.call('GET /api/booster-pack/entries/{walletAddress}', { params });
  }

  rename(displayName: string): Promise<Answer<'PATCH /api/users/{walletAddress}/profile'>> {
    const { walletAddress } = this;
    return this.call('PATCH /api/users/{walletAddress}/profile', {
      params: { walletAddress },
      body: { displayName },
    });
  }

  /** Registers the wallet's cards for the whitelist. */
  register(cardIds: readonly string[]): Promise<Answer<'POST /api/booster-pack/register'>> {
    const { walletAddress } = this;
    return this.call('POST /api/booster-pack/register', {
      body: { walletAddress, selectedNftIds: [...cardIds] },
    });
  }

  /**
   * One call of the contract.
   * @throws CallRefusedError when the answer is not a success
   */
  async call<K extends ApiKey>(key: K, input: Input<K>): Promise<Answer<K>> {
    const exchange = await this.exchange(key, input);
    if (exchange.status >= 300) throw new CallRefusedError(key, exchange);
    return exchange.body as Answer<K>;
  }

  /** One call; returns the answer with any status. */
  async exchange<K extends ApiKey>(
    key: K,
    input: Input<K>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Exchange> {
    const { params, query, body } = input as Partial<Record<'params' | 'query' | 'body', object>>;
    const [method = '', template = ''] = key.split(' ', 2);
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = { ...more };
    if (this.#cookie !== null) headers.cookie = this.#cookie;
    if (sent !== undefined) {
      headers['content-type'] = 'application/json';
      // Node does not set it for a DELETE with a body.
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
        text(response).then((answer) => {
          const { statusCode: status = 0, headers: answered } = response;
          resolve({ status, headers: answered, body: parseBody(answer, answered) });
        }, reject);
      });
      request.setTimeout(this.#timeoutMs, () => request.destroy(new Error('no answer in time')));
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

function parseBody(answer: string, headers: IncomingMessage['headers']): unknown {
  if (answer === '') return undefined;
  return headers['content-type']?.startsWith('application/json') ? JSON.parse(answer) : answer;
}

/** A separate loopback address, so that the demo's programs do not use up a visitor's allowance. */
const OWN_ADDRESS = '127.0.0.2';

/**
 * Connections to `origin` from that address. Undefined when the server is not at 127.0.0.1, or the machine
 * has only that address (macOS).
 */
export async function residentConnections(origin: string): Promise<Agent | undefined> {
  const { protocol, hostname } = new URL(origin);
  if (protocol !== 'http:' || hostname !== '127.0.0.1') return undefined;
  if (!(await hasOwnAddress())) return undefined;
  return new Agent({ keepAlive: true, localAddress: OWN_ADDRESS });
}

function hasOwnAddress(): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(0, OWN_ADDRESS, () => probe.close(() => resolve(true)));
  });
}
