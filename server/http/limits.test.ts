import { describe, expect, it } from 'vitest';
import type { Allowance } from '#contract/route.ts';
import { canonicalAddress } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { ManualClock } from '#server/ports/clock.ts';
import { createBucketStore, createLimits } from './limits.ts';

const WALLET = canonicalAddress('0xa')!;

/** One open tab of a player in a match asks this often per second (SPEC section 9). */
const POLLS_PER_SECOND = 1 / 5 + 1 / 2 + 1 + 1 / 3 + 1 / 30;

function setUp(factor = 1, mostBuckets?: number) {
  const clock = new ManualClock();
  const limits = createLimits(createBucketStore(clock, mostBuckets), factor);
  /** Seconds to wait as the refusal tells, 0 when it was allowed. */
  const spend = (allowance: Allowance, ip = '192.0.2.1', wallet = WALLET): number => {
    try {
      limits.spendOfNetwork(allowance, ip);
      limits.spendOfWallet(allowance, wallet);
      return 0;
    } catch (error) {
      if (error instanceof Refusal) return Number(error.facts.seconds);
      throw error;
    }
  };
  return { clock, limits, spend };
}

describe('polling', () => {
  it('never runs out for ten tabs of one wallet, in an hour', async () => {
    const { clock, spend } = setUp();
    let refused = 0;
    for (let second = 0; second < 3_600; second += 1) {
      for (let poll = 0; poll < POLLS_PER_SECOND * 10; poll += 1) {
        if (spend('poll') > 0) refused += 1;
      }
      await clock.advance(1_000);
    }
    expect(refused).toBe(0);
  });

  it('never runs out for a hundred people with two tabs behind one address', async () => {
    const { clock, spend } = setUp();
    let refused = 0;
    for (let second = 0; second < 60; second += 1) {
      for (let person = 0; person < 100; person += 1) {
        const wallet = canonicalAddress(`0x${(person + 1).toString(16)}`)!;
        for (let poll = 0; poll < POLLS_PER_SECOND * 2; poll += 1) {
          if (spend('poll', '192.0.2.1', wallet) > 0) refused += 1;
        }
      }
      await clock.advance(1_000);
    }
    expect(refused).toBe(0);
  });
});

describe('an allowance', () => {
  it('refuses with the seconds to wait, and allows again after them', async () => {
    const { clock, spend } = setUp();
    let calls = 0;
    while (spend('name') === 0) calls += 1;
    expect(calls).toBe(10);
    const wait = spend('name');
    expect(wait).toBe(30);
    await clock.advance((wait - 1) * 1_000);
    expect(spend('name')).toBe(1);
    await clock.advance(1_000);
    expect(spend('name')).toBe(0);
    expect(spend('name')).toBe(30);
  });

  it('is each wallet’s own, and shared by all wallets of a network', () => {
    const { spend } = setUp();
    const other = canonicalAddress('0xb')!;
    while (spend('name') === 0);
    expect(spend('name', '192.0.2.1', other)).toBe(0);
    const crowd = setUp();
    let wallets = 0;
    while (crowd.spend('name', '192.0.2.1', canonicalAddress(`0x${wallets + 1}`)!) === 0) {
      wallets += 1;
    }
    expect(wallets).toBe(60);
  });

  it('counts all addresses of one /64 together', () => {
    const { limits } = setUp();
    let calls = 0;
    expect(() => {
      for (;;) {
        limits.spendOfNetwork('name', `2001:db8::${calls.toString(16)}`);
        calls += 1;
      }
    }).toThrow(Refusal);
    expect(calls).toBe(60);
    expect(() => limits.spendOfNetwork('name', '2001:db8:0:1::1')).not.toThrow();
  });

  it('gives all networks of one /48 together four times the share of one', () => {
    const { limits } = setUp();
    let calls = 0;
    expect(() => {
      for (; calls < 1_000; calls += 1) {
        limits.spendOfNetwork('name', `2001:db8:0:${calls.toString(16)}::1`);
      }
    }).toThrow(Refusal);
    expect(calls).toBe(240);
    expect(() => limits.spendOfNetwork('name', '2001:db8:1::1')).not.toThrow();
  });

  it('of a /48 is not used up by the refused calls of one of its networks', () => {
    const { limits } = setUp();
    const call = (ip: string) => limits.spendOfNetwork('name', ip);
    for (let tried = 0; tried < 1_000; tried += 1) {
      if (tried < 60) call('2001:db8::1');
      else expect(() => call('2001:db8::1')).toThrow(Refusal);
    }
    expect(() => call('2001:db8:0:1::1')).not.toThrow();
  });

  it('grows with the factor', () => {
    const { spend } = setUp(10);
    let calls = 0;
    while (spend('name') === 0) calls += 1;
    expect(calls).toBe(100);
  });

  it('does not come back when time goes backwards', async () => {
    const { clock, spend } = setUp();
    while (spend('name') === 0);
    await clock.advance(-60_000);
    expect(spend('name')).toBeGreaterThan(0);
  });
});

describe('the buckets that are kept', () => {
  const slow = { burst: 10, perSecond: 0.1 };
  const quick = { burst: 10, perSecond: 10 };

  it('are bounded, and those that are soonest full again go first', async () => {
    const clock = new ManualClock();
    const store = createBucketStore(clock, 100);
    for (let call = 0; call < 10; call += 1) store.take([{ key: 'used up', size: slow }]);
    for (let other = 0; other < 1_000; other += 1) {
      store.take([{ key: `other ${other}`, size: quick }]);
      await clock.advance(1);
    }
    expect(store.take([{ key: 'used up', size: slow }])).toBeGreaterThan(0);
    for (let other = 0; other < 1_000; other += 1) {
      store.take([{ key: `full for longer ${other}`, size: { burst: 1, perSecond: 0.001 } }]);
      await clock.advance(1);
    }
    expect(store.take([{ key: 'used up', size: slow }])).toBe(0);
  });

  it('stay those of everybody else whatever the owner of a /48 sends', async () => {
    const { clock, limits, spend } = setUp();
    while (spend('name', '192.0.2.1') === 0);
    for (let network = 0; network < 65_536; network += 1) {
      const ip = `2001:db8:0:${network.toString(16)}::1`;
      for (const allowance of ['poll', 'write'] as const) {
        try {
          limits.spendOfNetwork(allowance, ip);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }
      if (network % 50 === 0) await clock.advance(5);
    }
    expect(spend('name', '192.0.2.1')).toBeGreaterThan(0);
  });
});
