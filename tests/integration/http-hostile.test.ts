/** Generated calls: never a fault of ours, and nothing stored that the rules forbid (RULINGS E1). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Person,
  type Product,
  send,
  startProduct,
} from '#tests/support/in-process-product.ts';
import { fill, sampleCalls } from '#tests/support/sample-calls.ts';

const REQUESTS = 1_000;

let product: Product;
let owner: Person;
beforeAll(async () => {
  product = await startProduct();
  owner = await product.collector('owner');
  product.mint(owner.address, 6);
  await send(product, 'POST', `/api/nfts/sync/${owner.address}`);
});
afterAll(() => product.close());

const NASTY = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    'null',
    '[]',
    '{}',
    '%',
    '%00',
    '..',
    '../../x',
    '\u0000',
    '\ud800',
    '\u202e',
  ],
  ...[
    "'; DROP TABLE cards; --",
    '<script>',
    '{{7*7}}',
    '#{1}',
    '\\',
    '"',
    '0x',
    `0x${'f'.repeat(64)}`,
  ],
  ...['__proto__', 'constructor', 'toString', '1e309', '9'.repeat(400), 'é'.normalize('NFD'), '𝕏'],
];

const scalar = (own: string) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(own, own.toUpperCase(), own.slice(0, 20), '0x1') },
    { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
    {
      weight: 2,
      arbitrary: fc.uint16Array({ maxLength: 40 }).map((u) => String.fromCharCode(...u)),
    },
    { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 53, Number.MAX_VALUE, true, null) },
  );

it(`answers ${REQUESTS} generated calls without a fault`, async () => {
  const calls = sampleCalls(owner.address);
  const value = scalar(owner.address);
  const seen = new Map<number, number>();
  const generated = fc.record({
    call: fc.constantFrom(...calls),
    params: fc.array(value, { minLength: 1, maxLength: 3 }),
    query: fc.dictionary(fc.constantFrom('walletAddress', 'limit', '__proto__'), value),
    keepsBody: fc.boolean(),
    fields: fc.dictionary(
      fc.constantFrom(
        'walletAddress',
        'username',
        'displayName',
        'groups',
        'selectedNftIds',
        'signature',
        'profilePictureCard',
        '__proto__',
      ),
      fc.oneof(value, fc.array(value, { maxLength: 6 })),
    ),
    raw: fc.option(fc.uint8Array({ maxLength: 60 }), { freq: 8 }),
    isSignedIn: fc.boolean(),
    type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', ''),
    ifMatch: fc.option(fc.constantFrom('*', '""', 'groups-0', '"groups-9"', 'x'.repeat(200)), {
      freq: 5,
    }),
  });
  await fc.assert(
    fc.asyncProperty(generated, async (one) => {
      const { call, fields } = one;
      const template = call.key.split(' ', 2)[1] ?? '';
      const names = Object.keys(call.params ?? {});
      const params = Object.fromEntries(
        names.map((name, index) => [name, wellFormed(one.params[index % one.params.length])]),
      );
      const query = Object.fromEntries(
        Object.entries(one.query).map(([name, what]) => [name, wellFormed(what)]),
      );
      const path = fill(template, { params, query });
      const headers: Record<string, string> = {};
      if (one.isSignedIn) headers.cookie = owner.client.cookie!;
      if (one.type !== '') headers['content-type'] = one.type;
      if (one.ifMatch !== null) headers['if-match'] = one.ifMatch;
      const body = JSON.stringify({ ...(one.keepsBody ? call.body : {}), ...fields });
      const sent = call.method === 'GET' ? {} : { body: one.raw ?? body };
      const answer = await send(product, call.method, path, { headers, ...sent } as RequestInit);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      expect(answer.status).toBeLessThan(500);
      if (answer.status >= 400) expect(answer.body?.error).toEqual(expect.any(String));
    }),
    { numRuns: REQUESTS },
  );
  console.log(
    `${REQUESTS} generated calls, answers by status:`,
    Object.fromEntries([...seen].sort()),
  );

  const [row] = await product.sql`
    SELECT count(*) FROM collectors
    WHERE wallet !~ '^0x[0-9a-f]{64}$' OR name !~ '[[:alnum:]]' OR char_length(name) > 800
      OR name ~ '[\u200b-\u200f\u202a-\u202e]'`;
  expect(row?.count).toBe(0);
}, 240_000);

/** A text that a URL can carry. */
function wellFormed(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
