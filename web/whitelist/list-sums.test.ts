import { expect, it } from 'vitest';
import { sumsOf } from './list-sums.ts';

it('adds up entries and counts every wallet once', () => {
  expect(sumsOf([])).toEqual({ entries: 0, wallets: 0 });
  const list = [
    { walletAddress: '0xa', entryCount: 2 },
    { walletAddress: '0xb', entryCount: 1 },
    { walletAddress: '0xa', entryCount: 4 },
  ];
  expect(sumsOf(list)).toEqual({ entries: 7, wallets: 2 });
});
