/** Hostile calls, generated from the contract. */
import fc from 'fast-check';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/route.ts';
import type { Sql } from '#server/db/sql.ts';
import { send } from './in-process-product.ts';
import { fill, type SampleCall, sampleCalls } from './sample-calls.ts';

interface Victim {
  readonly origin: string;
  readonly address: string;
  /** The session cookie that some of the calls use. */
  readonly cookie: string;
  /** Ids that exist, such as a match of theirs. */
  readonly ids?: readonly string[];
}

const NASTY = [
  ...['', ' ', '0', '-1', 'null', '[]', '{}', '%', '%00', '..', '../../x'],
  ...['\u0000', '\ud800', '\u202e', '\\', '"', '0x', `0x${'f'.repeat(64)}`],
  ...["'; DROP TABLE cards; --", '<script>', '{{7*7}}', '#{1}', '9'.repeat(400), '1e309'],
  ...['__proto__', 'constructor', 'toString', 'é'.normalize('NFD'), '𝕏'],
];

/** The names of all fields of all bodies, or of all queries. */
function fieldsOf(part: 'body' | 'query'): string[] {
  const shapes = Object.entries<Route>(api).flatMap(([key, { [part]: shape }]) => {
    if (shape === undefined) return [];
    if (!(shape instanceof z.ZodObject)) throw new Error(`the ${part} of ${key} is no object`);
    return Object.keys(shape.shape);
  });
  return [...new Set([...shapes, '__proto__'])];
}

const FIELDS = fieldsOf('body');
const QUERY = fieldsOf('query');

const scalar = (own: string, ids: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(own, own.toUpperCase(), own.slice(0, 20), '0x1') },
    { weight: 4, arbitrary: fc.constantFrom(...NASTY, ...ids) },
    {
      weight: 2,
      arbitrary: fc.uint16Array({ maxLength: 40 }).map((u) => String.fromCharCode(...u)),
    },
    { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 53, Number.MAX_VALUE, true, null) },
  );

interface HostileCall {
  readonly method: string;
  readonly path: string;
  readonly init: RequestInit;
}

/** Calls of the contract with valid and invalid parts. */
export function hostileCalls(victim: Victim): fc.Arbitrary<HostileCall> {
  const value = scalar(victim.address, victim.ids ?? []);
  const parts = fc.record({
    call: fc.constantFrom(...sampleCalls(victim.address)),
    params: fc.array(value, { minLength: 1, maxLength: 3 }),
    query: fc.dictionary(fc.constantFrom(...QUERY), value),
    keepsBody: fc.boolean(),
    fields: fc.dictionary(
      fc.constantFrom(...FIELDS),
      fc.oneof(value, fc.array(value, { maxLength: 6 })),
    ),
    raw: fc.option(fc.uint8Array({ maxLength: 60 }), { freq: 8 }),
    isSignedIn: fc.boolean(),
    type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', ''),
    ifMatch: fc.option(fc.constantFrom('*', '""', 'groups-0', '"groups-9"', 'x'.repeat(200)), {
      freq: 5,
    }),
  });
  return parts.map((one) => {
    const { call, fields } = one;
    const headers: Record<string, string> = {};
    // The first logout would end the session of all other calls.
    const isLogout = call.key === 'POST /api/auth/logout';
    if (one.isSignedIn && !isLogout) headers.cookie = victim.cookie;
    if (one.type !== '') headers['content-type'] = one.type;
    if (one.ifMatch !== null) headers['if-match'] = one.ifMatch;
    const body = JSON.stringify({ ...(one.keepsBody ? call.body : {}), ...fields });
    const sent = call.method === 'GET' ? {} : { body: one.raw ?? body };
    const init = { headers, ...sent } as RequestInit;
    return { method: call.method, path: pathOf(call, one.params, one.query), init };
  });
}

interface HostileOutcome {
  readonly status: number;
  /** The fault of the answer, if any: a 5xx, or a refusal without a sentence. */
  readonly complaint: string | null;
}

export async function sendHostile(
  product: { readonly origin: string },
  { method, path, init }: HostileCall,
): Promise<HostileOutcome> {
  const { status, body, text } = await send(product, method, path, init);
  const isWordless = status >= 400 && typeof body?.error !== 'string';
  const complaint =
    status >= 500 || isWordless ? `${method} ${path}: ${status} ${text.slice(0, 200)}` : null;
  return { status, complaint };
}

/** How many collectors are stored that the rules forbid. */
export async function countForbidden(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM collectors
    WHERE wallet !~ '^0x[0-9a-f]{64}$' OR name !~ '[[:alnum:]]' OR char_length(name) > 800
      OR name ~ '[\u200b-\u200f\u202a-\u202e]'`;
  return row.count;
}

function pathOf(call: SampleCall, values: unknown[], query: Record<string, unknown>): string {
  const [, template = ''] = call.key.split(' ', 2);
  const params = Object.keys(call.params ?? {}).map((name, index) => [
    name,
    wellFormed(values[index % values.length]),
  ]);
  const asked = Object.entries(query).map(([name, what]) => [name, wellFormed(what)]);
  return fill(template, { params: Object.fromEntries(params), query: Object.fromEntries(asked) });
}

/** Text that is valid in a URL. */
function wellFormed(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
