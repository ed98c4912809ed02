/**
 * Generated calls: never a 5xx, and nothing stored that the rules forbid (E1).
 * `npm run bench -- hostile` sends a hundred times as many.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { hostileCalls, sendHostile } from '#tests/support/hostile-calls.ts';
import { send, startProduct } from '#tests/support/in-process-product.ts';

const REQUESTS = 1_000;

const product = await forThisFile(startProduct());
const owner = await product.collector('owner');
product.mint(owner.address, 6);
await send(product, 'POST', `/api/nfts/sync/${owner.address}`);

describe('the server', () => {
  it(`answers ${REQUESTS} generated calls without a fault`, async () => {
    const { origin } = product;
    const cookie = owner.client.cookie!;
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(hostileCalls({ origin, cookie, address: owner.address }), async (call) => {
        const { status, complaint } = await sendHostile(product, call);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        expect(complaint).toBeNull();
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
});
