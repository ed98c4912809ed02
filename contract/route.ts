/** How one call is written down. The key of a route in the table is `METHOD /path/{parameter}`. */
import type { z } from 'zod';
import type { RefusalReason } from '#rules/refusal.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call it (I2, I5).
 * - `anyone`: reads, and the two calls that only create or re-read; nobody looks for a session
 * - `anyone, as themselves`: the same, but the answer may depend on whose session it is
 * - `session`: any signed-in wallet; the use case checks what belongs to whom
 * - `actor`: the wallet named at one of these places must be the session's own;
 *   no session is 401, another wallet 403, before anything else is looked at
 * - `admin`: the session must be of the wallet that is configured as the admin's; no session is 401,
 *   another wallet 403 (W5)
 */
export type Access =
  | { readonly kind: 'anyone'; readonly asThemselves?: true }
  | { readonly kind: 'session' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'actor'; readonly named: readonly `${'params' | 'body'}.${string}`[] };

/** Which allowance a call draws on (I8). `poll` never runs out at the pace the page polls. */
export type Allowance =
  | 'poll'
  | 'read'
  | 'write'
  | 'name'
  | 'sign-in'
  | 'sync'
  | 'lobby'
  | 'socket';

/** Largest body of a request in bytes (I6). */
export const BODY_LIMIT = 64 * 1024;

/**
 * Most values in a body: one for every 64 bytes of its limit. A card id takes 69 bytes, so an honest
 * body never has more, and a body of brackets and commas is refused early.
 */
export function valueLimit(bodyLimit: number): number {
  return bodyLimit / 64;
}

export interface Route {
  /** One line for the API document. */
  readonly summary: string;
  readonly access: Access;
  readonly allowance: Allowance;
  /** How many ordinary calls this one counts as; 1 by default. */
  readonly cost?: number;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Largest body in bytes; `BODY_LIMIT` by default. */
  readonly bodyLimit?: number;
  readonly answer: z.ZodType;
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 204;
  /** Refusals special to this call; those of access, input and allowance are implied. */
  readonly refusals?: readonly RefusalReason[];
  /** Answers carry an ETag and unchanged polls answer 304. */
  readonly revalidated?: true;
}

export const anyone = { kind: 'anyone' } as const satisfies Access;
/** Looks the session up, so polled reads that are the same for everybody use `anyone`. */
export const anyoneAsThemselves = { kind: 'anyone', asThemselves: true } as const satisfies Access;
export const session = { kind: 'session' } as const satisfies Access;
export const admin = { kind: 'admin' } as const satisfies Access;

/** Whether the answer may depend on the session: then no shared cache may keep it. */
export function isPersonal({ access }: Pick<Route, 'access'>): boolean {
  return access.kind !== 'anyone' || access.asThemselves === true;
}

export function actor(...named: Extract<Access, { kind: 'actor' }>['named']) {
  return { kind: 'actor', named } as const satisfies Access;
}
