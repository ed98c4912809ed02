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

it('keeps a bounded number of buckets, the latest ones', () => {
  const store = createBucketStore(new ManualClock(), 100);
  const size = { burst: 1, perSecond: 0.001 };
  expect(store.take('attacker', size)).toBe(0);
  for (let other = 0; other < 99; other += 1) store.take(`other ${other}`, size);
  expect(store.take('attacker', size)).toBeGreaterThan(0);
  for (let other = 0; other < 99; other += 1) store.take(`another ${other}`, size);
  expect(store.take('attacker', size)).toBeGreaterThan(0);
  for (let other = 0; other < 100; other += 1) store.take(`more ${other}`, size);
  expect(store.take('attacker', size)).toBe(0);
});
