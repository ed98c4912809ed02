/** Sums over registrations that are all here. */
import type { WhitelistEntry } from '#contract/whitelist.ts';

export interface ListSums {
  readonly entries: number;
  readonly wallets: number;
}

export function sumsOf(
  list: readonly Pick<WhitelistEntry, 'entryCount' | 'walletAddress'>[],
): ListSums {
  return {
    entries: list.reduce((sum, { entryCount }) => sum + entryCount, 0),
    wallets: new Set(list.map(({ walletAddress }) => walletAddress)).size,
  };
}
