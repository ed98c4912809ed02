import { describe, expect, it } from 'vitest';
import { type ApiKey, api } from '#contract/api.ts';
import type { Allowance, Route } from '#contract/route.ts';
import { canonicalAddress } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { createBucketStore } from './buckets.ts';
import { ALLOWANCES, createLimits } from './limits.ts';

const WALLET = canonicalAddress('0xa')!;

/** One open tab of a player in a match asks this often per second. */
const POLLS_PER_SECOND = 1 / 5 + 1 / 2 + 1 + 1 / 3 + 1 / 30;

function setUp(factor = 1, mostBuckets?: number) {
  const clock = new ManualClock();
  const limits = createLimits(createBucketStore(clock, mostBuckets), factor);
  /** Seconds to wait as the refusal tells, 0 when it was allowed. */
  const spend = (allowance: Allowance, ip = '192.0.2.1', wallet = WALLET): number => {
    try {
      limits.spendOfNetwork({ allowance }, ip);
      limits.spendOfWallet({ allowance }, wallet);
      return 0;
    } catch (error) {
      if (error instanceof Refusal) return Number(error.facts.seconds);
      throw error;
    }
  };
  return { clock, limits, spend };
}

/** How many calls are allowed before one is refused. */
function countAllowed(call: (before: number) => unknown): number {
  for (let calls = 0; ; calls += 1) {
    try {
      call(calls);
    } catch (error) {
      if (error instanceof Refusal) return calls;
      throw error;
    }
  }
}

describe('polling', () => {
  it('never runs out for ten tabs of one wallet, in an hour', { tags: 'I8' }, async () => {
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

describe('at the table', () => {
  const PLAY = api['POST /api/game/matches/{id}/play'];

  it('a card is taken while a neighbour of the same network sends hundreds a second', {
    tags: 'I8',
  }, async () => {
    const { clock, limits, spend } = setUp();
    let refused = 0;
    for (let second = 0; second < 40; second += 1) {
      for (let call = 0; call < 500; call += 1) {
        try {
          limits.spendOfNetwork(PLAY, '192.0.2.1');
        } catch {
          // Whether the neighbour is refused does not matter.
        }
      }
      if (spend(PLAY.allowance) > 0) refused += 1;
      await clock.advance(1_000);
    }
    expect(refused).toBe(0);
  });
});

describe('the cost of a call', () => {
  const DEAR = { allowance: 'read', cost: 10 } as const;
  const spendUp = ({ spendOfWallet }: ReturnType<typeof setUp>['limits']) =>
    countAllowed(() => spendOfWallet(DEAR, WALLET));

  it('is as many ordinary ones, and none when it is refused', { tags: 'I8' }, async () => {
    const { clock, limits } = setUp();
    expect(spendUp(limits)).toBe(40);
    await clock.advance(225); // nine calls' worth
    expect(spendUp(limits)).toBe(0);
    await clock.advance(25);
    expect(spendUp(limits)).toBe(1);
  });

  it('is let through by a bucket that is full, however small', () => {
    expect(spendUp(setUp(0.01).limits)).toBe(1);
  });

  /** What the page asks for by itself, in seconds between (also with forty tabs open). */
  const POLLED: Partial<Record<ApiKey, number>> = {
    'GET /api/stats': 30,
    'GET /api/leaderboard': 3_600,
    'GET /api/game/leaderboard': 60,
    'GET /api/game/leaderboard/{walletAddress}': 60,
    'GET /api/game/lobbies': 5,
    'GET /api/game/matches': 2,
    'GET /api/game/matches/{id}': 3 / 4,
  };

  it('of polled routes leaves room for forty tabs of one wallet', () => {
    const perSecond: Partial<Record<Allowance, number>> = {};
    for (const [key, seconds] of Object.entries(POLLED)) {
      const { allowance, cost = 1 } = api[key as ApiKey] as Route;
      perSecond[allowance] = (perSecond[allowance] ?? 0) + (40 * cost) / seconds;
    }
    for (const [allowance, spent] of Object.entries(perSecond)) {
      expect(spent).toBeLessThan(ALLOWANCES[allowance as Allowance].wallet.perSecond);
    }
  });

  it('is above 1 where an answer may be long and read anew from the database', () => {
    expect(api).toMatchObject({
      'GET /api/booster-pack/whitelist': { cost: 10 },
      'GET /api/nfts': { cost: 10 },
      'GET /api/leaderboard/{walletAddress}': { cost: 5 },
      'GET /api/users': { cost: 2 },
    });
  });
});

describe('what a network owes for a large answer', () => {
  const READ = { allowance: 'read' } as const;
  const [OWN, SAME_BLOCK] = ['2001:db8:1:1::1', '2001:db8:1:2::1'];

  it('is paid by its next call, and once', { tags: 'I8' }, () => {
    const { limits } = setUp();
    limits.owe('192.0.2.1', 400);
    limits.owe('192.0.2.1', 100);
    expect(countAllowed(() => limits.spendOfNetwork(READ, '192.0.2.2'))).toBe(2_000);
    expect(countAllowed(() => limits.spendOfNetwork(READ, '192.0.2.1'))).toBe(1_500);
  });

  it('stays as long as that call is refused', async () => {
    const { clock, limits } = setUp();
    const call = () => limits.spendOfNetwork(READ, '192.0.2.1');
    countAllowed(call);
    limits.owe('192.0.2.1', 99);
    for (let time = 0; time < 2; time += 1) expect(call).toThrow(Refusal);
    await clock.advance(490);
    expect(call).toThrow(Refusal);
    await clock.advance(10);
    expect(countAllowed(call)).toBe(1);
  });

  it('is paid for a whole /48, by what its networks have together', () => {
    const { limits } = setUp();
    limits.owe(OWN, 7_000);
    expect(countAllowed(() => limits.spendOfNetwork(READ, SAME_BLOCK))).toBe(1_000);
  });

  it('costs no poll', () => {
    const { limits } = setUp();
    limits.owe('192.0.2.1', 2_000);
    expect(countAllowed(() => limits.spendOfNetwork({ allowance: 'poll' }, '192.0.2.1'))).toBe(
      4_000,
    );
  });
});

describe('an allowance', () => {
  const callOfProfile = () => {
    const { limits } = setUp();
    return (ip: string) => limits.spendOfNetwork({ allowance: 'profile' }, ip);
  };

  it('refuses with the seconds to wait, and allows again after them', async () => {
    const { clock, spend } = setUp();
    let calls = 0;
    while (spend('profile') === 0) calls += 1;
    expect(calls).toBe(10);
    const wait = spend('profile');
    expect(wait).toBe(30);
    await clock.advance((wait - 1) * 1_000);
    expect(spend('profile')).toBe(1);
    await clock.advance(1_000);
    expect(spend('profile')).toBe(0);
    expect(spend('profile')).toBe(30);
  });

  it('refuses without a stack, which was a quarter of what a refusal costs in a flood', () => {
    const { limits } = setUp();
    const refusals: Refusal[] = [];
    while (refusals.length === 0) {
      try {
        limits.spendOfWallet({ allowance: 'profile' }, WALLET);
      } catch (error) {
        refusals.push(error as Refusal);
      }
    }
    expect(refusals[0]!.stack).not.toContain('\n');
    expect(new Error('any other').stack).toContain('\n');
  });

  it('is each wallet’s own, and shared by all wallets of a network', () => {
    const { spend } = setUp();
    const other = canonicalAddress('0xb')!;
    while (spend('profile') === 0);
    expect(spend('profile', '192.0.2.1', other)).toBe(0);
    const crowd = setUp();
    let wallets = 0;
    while (crowd.spend('profile', '192.0.2.1', canonicalAddress(`0x${wallets + 1}`)!) === 0) {
      wallets += 1;
    }
    expect(wallets).toBe(60);
  });

  it('counts all addresses of one /64 together', () => {
    const call = callOfProfile();
    expect(countAllowed((before) => call(`2001:db8::${before.toString(16)}`))).toBe(60);
    expect(() => call('2001:db8:0:1::1')).not.toThrow();
  });

  it('gives all networks of one /48 together four times the share of one', () => {
    const call = callOfProfile();
    expect(countAllowed((before) => call(`2001:db8:0:${before.toString(16)}::1`))).toBe(240);
    expect(() => call('2001:db8:1::1')).not.toThrow();
  });

  it('of a /48 is not used up by the refused calls of one of its networks', () => {
    const call = callOfProfile();
    for (let tried = 0; tried < 1_000; tried += 1) {
      if (tried < 60) call('2001:db8::1');
      else expect(() => call('2001:db8::1')).toThrow(Refusal);
    }
    expect(() => call('2001:db8:0:1::1')).not.toThrow();
  });

  it('of strangers’ readings is not used up by one network, which gets half of what comes back', async () => {
    const { clock, limits } = setUp();
    const spendUp = (ip: string) => countAllowed(() => limits.chargeStranger(ip));
    spendUp('192.0.2.1');
    let others = 0;
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000);
      spendUp('192.0.2.1');
      others += spendUp(`198.51.100.${second}`);
    }
    expect(others).toBe(15);
  });

  it.each([
    ['readings of wallets without a card', 'empty wallet', 10, 10],
    ['signatures that the chain checks', 'chain check', 10, 5],
    ['names for wallets without a card', 'empty name', 120, 2],
    ['searches by name', 'search', 10, 10],
  ] as const)(
    'of %s is each network’s own, and comes back',
    { tags: ['I8', 'collectors-22'] },
    async (_, what, seconds, back) => {
      const { clock, limits } = setUp();
      const spendUp = (ip: string) => countAllowed(() => limits.chargeNetwork(what, ip));
      expect([spendUp('2001:db8::1'), spendUp('2001:db8:0:9::1')]).toEqual([60, 0]);
      expect([spendUp('192.0.2.1'), spendUp('192.0.2.2')]).toEqual([60, 60]);
      await clock.advance(seconds * 1_000);
      expect(spendUp('192.0.2.1')).toBe(back);
    },
  );

  it('grows with the factor', () => {
    const { spend } = setUp(10);
    let calls = 0;
    while (spend('profile') === 0) calls += 1;
    expect(calls).toBe(100);
  });

  it('is no larger after a rest, however long', { tags: 'I8' }, async () => {
    const { clock, limits } = setUp();
    const spendUp = () =>
      countAllowed(() => limits.spendOfWallet({ allowance: 'profile' }, WALLET));
    expect(spendUp()).toBe(10);
    await clock.advance(24 * 3_600_000);
    expect(spendUp()).toBe(10);
  });

  it('does not come back when time goes backwards', async () => {
    const { clock, spend } = setUp();
    while (spend('profile') === 0);
    await clock.advance(-60_000);
    expect(spend('profile')).toBeGreaterThan(0);
  });

  it('stays when time goes backwards', { tags: 'I8' }, async () => {
    const { clock, spend } = setUp();
    spend('profile');
    await clock.advance(120_000); // full again
    await clock.advance(-3_600_000);
    expect(spend('profile')).toBe(0);
  });
});

describe('the buckets that are kept', () => {
  const slow = { burst: 10, perSecond: 0.1 };
  const quick = { burst: 10, perSecond: 10 };

  it('are bounded, and those that are soonest full again go first', async () => {
    const clock = new ManualClock();
    const store = createBucketStore(clock, 100);
    const take = (key: string, size: typeof slow) => store.take([{ key, size, cost: 1 }]);
    for (let call = 0; call < 10; call += 1) take('used up', slow);
    for (let other = 0; other < 1_000; other += 1) {
      take(`other ${other}`, quick);
      await clock.advance(1);
    }
    expect(take('used up', slow)).toBeGreaterThan(0);
    for (let other = 0; other < 1_000; other += 1) {
      take(`full for longer ${other}`, { burst: 1, perSecond: 0.001 });
      await clock.advance(1);
    }
    expect(take('used up', slow)).toBe(0);
  });

  it('stay those of everybody else whatever the owner of a /48 sends, here at a tenth of the size', async () => {
    const { clock, limits, spend } = setUp(0.1, 5_000);
    while (spend('profile', '192.0.2.1') === 0);
    for (let network = 0; network < 6_554; network += 1) {
      const ip = `2001:db8:0:${network.toString(16)}::1`;
      for (const allowance of ['poll', 'write'] as const) {
        try {
          limits.spendOfNetwork({ allowance }, ip);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }
      if (network % 50 === 0) await clock.advance(50);
    }
    expect(spend('profile', '192.0.2.1')).toBeGreaterThan(0);
  });
});
