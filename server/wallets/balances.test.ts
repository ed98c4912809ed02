import { describe, expect, it } from 'vitest';
import type { Address } from '#rules/address.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import { ChainUnreachableError, type CoinInfo } from '#server/sui/chain.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { BALANCES_CACHED_MS, createBalances } from './balances.ts';

const TOKEN = '0xabc::main::MAIN';
const ace = `0x${'a'.repeat(64)}` as Address;

function setUp(coinType: string | null = TOKEN) {
  const requested: string[] = [];
  const chainState = { sui: 5n, token: 7n, isDown: false };
  const clock = new ManualClock();
  const answer = <T>(name: string, value: T): Promise<T> => {
    requested.push(name);
    return chainState.isDown
      ? Promise.reject(new ChainUnreachableError('down'))
      : Promise.resolve(value);
  };
  const chain = {
    balance: (_: Address, type: string) =>
      type === TOKEN ? answer('token', chainState.token) : answer('sui', chainState.sui),
    coinInfo: () => answer<CoinInfo>('info', { decimals: 6, symbol: 'MAIN' }),
  };
  const bus = createEventBus(() => {});
  return {
    requested,
    chainState,
    clock,
    bus,
    balances: createBalances({ chain, coinType, bus, clock }),
  };
}

describe('balances', () => {
  it('are read once for parallel calls, and again when the cache expires', async () => {
    const { requested, chainState, clock, balances } = setUp();
    const [first, second] = await Promise.all([balances.of(ace), balances.of(ace)]);
    expect(first).toBe(second);
    expect(first).toMatchObject({
      sui: { amount: 5n, decimals: 9, symbol: 'SUI' },
      token: { amount: 7n, decimals: 6, symbol: 'MAIN' },
    });
    expect(requested.sort()).toEqual(['info', 'sui', 'token']);
    chainState.sui = 6n;
    await clock.advance(BALANCES_CACHED_MS - 1);
    expect((await balances.of(ace)).sui.amount).toBe(5n);
    await clock.advance(1);
    expect((await balances.of(ace)).sui.amount).toBe(6n);
    chainState.sui = 7n;
    await clock.advance(-3_600_000);
    expect((await balances.of(ace)).sui.amount).toBe(7n);
    expect(requested.filter((name) => name === 'info')).toHaveLength(1);
  });

  it('are read again after the wallet has paid', async () => {
    const { chainState, bus, balances } = setUp();
    await balances.of(ace);
    chainState.sui = 1n;
    bus.publish('coins-spent', { wallet: ace });
    await Promise.resolve();
    expect((await balances.of(ace)).sui.amount).toBe(1n);
  });

  it('are read again after a failure', async () => {
    const { chainState, balances } = setUp();
    chainState.isDown = true;
    await expect(balances.of(ace)).rejects.toThrow(ChainUnreachableError);
    chainState.isDown = false;
    expect((await balances.of(ace)).token?.symbol).toBe('MAIN');
  });

  it('have no token when none is configured', async () => {
    const { requested, balances } = setUp(null);
    expect((await balances.of(ace)).token).toBeNull();
    expect(requested).toEqual(['sui']);
  });
});
