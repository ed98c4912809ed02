import { describe, expect, it } from 'vitest';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { createLastSeen } from './last-seen.ts';

const A = canonicalAddress('0xa')!;
const B = canonicalAddress('0xb')!;

function setUp() {
  const clock = new ManualClock();
  const writes: { wallets: readonly Address[]; at: Date }[] = [];
  const store = {
    recordSeen: async (wallets: readonly Address[], at: Date) => void writes.push({ wallets, at }),
  };
  return { clock, writes, lastSeen: createLastSeen({ store, clock }) };
}

describe('last seen', () => {
  it('is written in batches, sorted, and once an hour per wallet', async () => {
    const { clock, writes, lastSeen } = setUp();
    for (let call = 0; call < 1_000; call += 1) lastSeen.record(call % 2 === 0 ? B : A);
    await lastSeen.write();
    expect(writes).toEqual([{ wallets: [A, B], at: clock.now() }]);
    await clock.advance(3_599_000);
    lastSeen.record(A);
    await lastSeen.write();
    expect(writes).toHaveLength(1);
    await clock.advance(1_000);
    lastSeen.record(A);
    await lastSeen.write();
    expect(writes[1]?.wallets).toEqual([A]);
  });

  it('is written in statements of bounded size', async () => {
    const { writes, lastSeen } = setUp();
    for (let n = 1; n <= 2_500; n += 1) lastSeen.record(canonicalAddress(`0x${n.toString(16)}`)!);
    await lastSeen.write();
    expect(writes.map(({ wallets }) => wallets.length)).toEqual([1_000, 1_000, 500]);
  });

  it('is written with the next batch after a failed write', async () => {
    const { clock, writes } = setUp();
    let isDown = true;
    const lastSeen = createLastSeen({
      clock,
      store: {
        async recordSeen(wallets, at) {
          if (isDown) throw new Error('down');
          writes.push({ wallets, at });
        },
      },
    });
    lastSeen.record(A);
    await expect(lastSeen.write()).rejects.toThrow('down');
    isDown = false;
    lastSeen.record(B);
    await lastSeen.write();
    expect(writes).toEqual([{ wallets: [A, B], at: clock.now() }]);
  });
});
