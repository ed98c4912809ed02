import { describe, expect, it } from 'vitest';
import type { Address } from '#rules/address.ts';
import { ManualClock } from '#server/cluster/clock.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import { ChainUnreachableError, type CoinInfo } from '#server/sui/chain.ts';
import { BALANCES_KEPT_MS, createBalances } from './balances.ts';

const TOKEN = '0xabc::main::MAIN';
const ace = `0x${'a'.repeat(64)}` as Address;

function setUp(coinType: string | null = TOKEN) {
  const asked: string[] = [];
  const world = { sui: 5n, token: 7n, isDown: false };
  const clock = new ManualClock();
  const answer = <T>(name: string, value: T): Promise<T> => {
    asked.push(name);
    return world.isDown
      ? Promise.reject(new ChainUnreachableError('down'))
      : Promise.resolve(value);
  };
  const chain = {
    balance: (_: Address, type: string) =>
      type === TOKEN ? answer('token', world.token) : answer('sui', world.sui),
    coinInfo: () => answer<CoinInfo>('info', { decimals: 6, symbol: 'MAIN' }),
  };
  const bus = createEventBus(() => {});
  return { asked, world, clock, balances: createBalances({ chain, coinType, bus, clock }) };
}

describe('balances', () => {
  it('are asked once by many at once, and again after a while', async () => {
    const { asked, world, clock, balances } = setUp();
    const [first, second] = await Promise.all([balances.of(ace), balances.of(ace)]);
    expect(first).toBe(second);
    expect(first).toMatchObject({
      sui: { amount: 5n, decimals: 9, symbol: 'SUI' },
      token: { amount: 7n, decimals: 6, symbol: 'MAIN' },
    });
    expect(asked.sort()).toEqual(['info', 'sui', 'token']);
    world.sui = 6n;
    await clock.advance(BALANCES_KEPT_MS - 1);
    expect((await balances.of(ace)).sui.amount).toBe(5n);
    await clock.advance(1);
    expect((await balances.of(ace)).sui.amount).toBe(6n);
    expect(asked.filter((name) => name === 'info')).toHaveLength(1);
  });

  it('are asked again at once when they are known to have changed', async () => {
    const { world, balances } = setUp();
    await balances.of(ace);
    world.sui = 1n;
    balances.forget(ace);
    expect((await balances.of(ace)).sui.amount).toBe(1n);
  });

  it('are not known while the chain is down, and known right after', async () => {
    const { world, balances } = setUp();
    world.isDown = true;
    await expect(balances.of(ace)).rejects.toThrow(ChainUnreachableError);
    world.isDown = false;
    expect((await balances.of(ace)).token?.symbol).toBe('MAIN');
  });

  it('have no token where none is configured', async () => {
    const { asked, balances } = setUp(null);
    expect((await balances.of(ace)).token).toBeNull();
    expect(asked).toEqual(['sui']);
  });
});
