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
  /** The If-Match header without quotes, or null. */
  readonly ifMatch: string | null;
}

/** An answer with an ETag, a cookie or the server's time. */
export class Reply<T> {
  readonly #body: T | (() => T);
  /** The ETag without quotes. Left out: a hash of the body. */
  readonly etag: string | undefined;
  /** A session cookie to set; null deletes it. */
  readonly sessionCookie: { token: string; maxAgeSeconds: number } | null | undefined;
  /** Sent as `server-now` with every answer, also with 304: the browser then gives the page an older body. */
  readonly serverNow: Date | undefined;

  /** @param body a function if it should only be made when it is sent */
  constructor(
    body: T | (() => T),
    more: {
      etag?: string;
      sessionCookie?: { token: string; maxAgeSeconds: number } | null;
      serverNow?: Date;
    } = {},
  ) {
    this.#body = body;
    this.etag = more.etag;
    this.sessionCookie = more.sessionCookie;
    this.serverNow = more.serverNow;
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
