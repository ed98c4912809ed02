/** The types of a feature's handlers. No framework here. */
import type { Answer, Api, ApiKey, Received } from '#contract/api.ts';
import type { Access } from '#contract/route.ts';
import type { Address } from '#rules/address.ts';

export interface Caller<Wallet extends Address | null = Address | null> {
  /** The session's wallet; null without a session. */
  readonly wallet: Wallet;
  /** The session token from the cookie; only the sessions feature uses it. */
  readonly sessionToken: string | null;
  readonly ip: string;
  /** The one of our origins that the caller used; never other text. */
  readonly origin: string;
}

/** The caller's wallet by the route's access: only public routes have callers without one. */
type WalletFor<A extends Access> = A extends { readonly kind: 'anyone' }
  ? A extends { readonly asThemselves: true }
    ? Address | null
    : null
  : Address;

/** One call with validated, canonical input. */
interface Call<K extends ApiKey> {
  readonly params: Received<K, 'params'>;
  readonly query: Received<K, 'query'>;
  readonly body: Received<K, 'body'>;
  readonly caller: Caller<WalletFor<Api[K]['access']>>;
  /** The ETags of the If-Match header without quotes, or null. */
  readonly ifMatch: readonly string[] | null;
}

/** What an answer can have beside its body. */
export interface Extras {
  /** Without quotes. Left out: a hash of the body. */
  readonly etag?: string;
  /** To set; null deletes it. */
  readonly sessionCookie?: { readonly token: string; readonly maxAgeSeconds: number } | null;
  /** Sent as `server-now` with every answer, also with 304: the browser then gives the page an older body. */
  readonly serverNow?: Date;
}

/** An answer with more than its body. */
export class Reply<T> {
  readonly #body: T | (() => T);
  readonly extras: Extras;

  /** @param body a function if it should only be made when it is sent */
  constructor(body: T | (() => T), extras: Extras = {}) {
    this.#body = body;
    this.extras = extras;
  }

  get body(): T {
    return typeof this.#body === 'function' ? (this.#body as () => T)() : this.#body;
  }
}

/** An answer, or a part of one, that is already JSON text. */
export class JsonText<T> {
  readonly text: string;
  /** For the type checker only. */
  declare readonly says: T;

  constructor(text: string) {
    this.text = text;
  }
}

/** @param isGone whether the reader has hung up */
type LinesFor = (isGone: () => boolean) => AsyncIterable<string>;

/** Lines of JSON, read as they are sent: an answer of any size in little memory. */
export class Lines<T> {
  readonly pieces: LinesFor;
  /** Names this state; without quotes. */
  readonly etag: string;
  /** Only for the types: what they are to the contract. */
  declare readonly says: T;

  constructor(pieces: LinesFor, etag: string) {
    this.pieces = pieces;
    this.etag = etag;
  }
}

export type Handler<K extends ApiKey> = (
  call: Call<K>,
) => Promise<
  Answer<K> | JsonText<Answer<K>> | Lines<Answer<K>> | Reply<Answer<K> | JsonText<Answer<K>>>
>;

/** The handlers of one feature: exactly the keys of `K`. */
export type Handlers<K extends ApiKey> = { readonly [P in K]: Handler<P> };
