/** What a feature's routes.ts hands to the HTTP room. Knows no framework. */
import type { Answer, Api, ApiKey, Received } from '#contract/api.ts';
import type { Access } from '#contract/route.ts';
import type { Address } from '#rules/address.ts';

/** Who is asking. */
export interface Caller<Wallet extends Address | null = Address | null> {
  /** Wallet of the session, or null without one. */
  readonly wallet: Wallet;
  /** The opaque session token as it came in the cookie; only the sessions feature looks at it. */
  readonly sessionToken: string | null;
  readonly ip: string;
  /** Which of our own origins the caller knows us by; never anything else. */
  readonly origin: string;
}

/** What the access of a route makes sure of: only a route open to anyone has callers without a wallet. */
export type WalletFor<A extends Access> = A extends { readonly kind: 'anyone' }
  ? A extends { readonly asThemselves: true }
    ? Address | null
    : null
  : Address;

/** One call: input as the contract validated and canonicalised it. */
export interface Call<K extends ApiKey> {
  readonly params: Received<K, 'params'>;
  readonly query: Received<K, 'query'>;
  readonly body: Received<K, 'body'>;
  readonly caller: Caller<WalletFor<Api[K]['access']>>;
  /** The If-Match header without quotes, or null. */
  readonly ifMatch: string | null;
}

/** An answer that needs more than its body. */
export class Reply<T> {
  readonly #body: T | (() => T);
  /** Names this state; without quotes. Left out: the HTTP room derives one from the bytes. */
  readonly etag: string | undefined;
  /** A session cookie to set, or `null` to take it away. */
  readonly sessionCookie: { token: string; maxAgeSeconds: number } | null | undefined;

  /** @param body a function where it is worth making only for those who do not know it yet */
  constructor(
    body: T | (() => T),
    more: { etag?: string; sessionCookie?: { token: string; maxAgeSeconds: number } | null } = {},
  ) {
    this.#body = body;
    this.etag = more.etag;
    this.sessionCookie = more.sessionCookie;
  }

  get body(): T {
    return typeof this.#body === 'function' ? (this.#body as () => T)() : this.#body;
  }
}

/** An answer, or a part of one, that its feature keeps as JSON text: nothing is written twice. */
export class JsonText<T> {
  readonly text: string;
  /** Only for the types: what the text says. */
  declare readonly says: T;

  constructor(text: string) {
    this.text = text;
  }
}

export type Handler<K extends ApiKey> = (
  call: Call<K>,
) => Promise<Answer<K> | JsonText<Answer<K>> | Reply<Answer<K> | JsonText<Answer<K>>>>;

/** The routes of one feature: every key of `K` answered, nothing else. */
export type Handlers<K extends ApiKey> = { readonly [P in K]: Handler<P> };
