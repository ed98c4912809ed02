/**
 * Generated calls: never a 5xx, and nothing stored that the rules forbid (E1).
 * `npm run bench -- hostile` sends a hundred times as many.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { countForbidden, hostileCalls, sendHostile } from '#tests/support/hostile-calls.ts';
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

    expect(await countForbidden(product.sql)).toBe(0);
  }, 240_000);
});
