/** The description of a route. Its key in the table is `METHOD /path/{parameter}`. */
import type { z } from 'zod';
import type { RefusalReason } from '#rules/refusal.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call it (I2, I5).
 * - `anyone`: no session is read
 * - `anyone` with `asThemselves`: the session is optional, and the answer may depend on it
 * - `session`: any signed-in wallet; the use case checks ownership
 * - `actor`: the wallet in one of these fields must be the session's own; no session is 401, another
 *   wallet 403, checked before the rest of the input
 * - `admin`: the session of the configured admin wallet; no session is 401, another wallet 403 (W5)
 */
export type Access =
  | { readonly kind: 'anyone'; readonly asThemselves?: true }
  | { readonly kind: 'session' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'actor'; readonly named: readonly `${'params' | 'body'}.${string}`[] };

/** The rate limit of a call (I8). `poll` is above the rate at which the page polls; `table` is for a live match. */
export type Allowance =
  | 'poll'
  | 'table'
  | 'read'
  | 'write'
  | 'profile'
  | 'sign-in'
  | 'sync'
  | 'lobby'
  | 'socket';

/** Largest request body in bytes (I6). */
export const BODY_LIMIT = 64 * 1024;

/**
 * Most JSON values in a body: one per 64 bytes of its limit. A card id takes 69 bytes, so a valid body
 * never has more, and a body of brackets and commas is refused early.
 */
export function valueLimit(bodyLimit: number): number {
  return bodyLimit / 64;
}

export interface Route {
  /** One line for the API document. */
  readonly summary: string;
  readonly access: Access;
  readonly allowance: Allowance;
  /** How many calls this one counts as in its rate limit; 1 by default. */
  readonly cost?: number;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Largest body in bytes; `BODY_LIMIT` by default. */
  readonly bodyLimit?: number;
  readonly answer: z.ZodType;
  /** Without those of access, input and rate limit. */
  readonly refusals?: readonly RefusalReason[];
  /** Answers carry an ETag; unchanged ones are answered with 304. */
  readonly revalidated?: true;
  /** A success never changes and may be kept for ever, by anybody. */
  readonly forever?: true;
  /** The answer is lines of JSON, of any number. */
  readonly isLines?: true;
}

/** All that a route may refuse, with what access, input and rate limit imply; but no body that cannot be read. */
export function reasonsOf(route: Route): ReadonlySet<RefusalReason> {
  const reasons: RefusalReason[] = [...(route.refusals ?? []), 'too-many-requests', 'storage-away'];
  if (route.params ?? route.query ?? route.body) {
    reasons.push('bad-input', 'bad-address', 'bad-object-id');
  }
  if (route.access.kind !== 'anyone') reasons.push('no-session');
  if (route.access.kind === 'actor') reasons.push('not-yours');
  if (route.access.kind === 'admin') reasons.push('not-admin');
  return new Set(reasons);
}

export const anyone = { kind: 'anyone' } as const satisfies Access;
/** Costs a session look-up, so reads with the same answer for everybody use `anyone`. */
export const anyoneAsThemselves = { kind: 'anyone', asThemselves: true } as const satisfies Access;
export const session = { kind: 'session' } as const satisfies Access;
export const admin = { kind: 'admin' } as const satisfies Access;

/** Whether the answer may depend on the session, so that shared caches must not store it. */
export function isPersonal({ access }: Pick<Route, 'access'>): boolean {
  return access.kind !== 'anyone' || access.asThemselves === true;
}

export function actor(...named: Extract<Access, { kind: 'actor' }>['named']) {
  return { kind: 'actor', named } as const satisfies Access;
}
