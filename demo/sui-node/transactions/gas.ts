import type { GasUsed } from '../ledger/executed.ts';
import type { LedgerObject } from '../ledger/objects.ts';

export const MAX_BUDGET = 50_000_000_000n;
export const MAX_PAYMENT_COINS = 256;
/** Computation is charged in steps: a program that gives objects away costs the lowest one. */
const BASE_GAS_UNITS = 1_000n;
/** Gas units of headroom that a node adds to a budget it estimates. */
const HEADROOM_GAS_UNITS = 1_000n;
const REFUNDABLE_PER_10_000 = 9_900n;

/** What a change costs: storage for what is kept, less the rebate for what it was before. */
export function gasUsedBy(
  gasPrice: bigint,
  before: readonly LedgerObject[],
  kept: readonly LedgerObject[],
): GasUsed {
  const freed = sumRebates(before);
  const storageRebate = (freed * REFUNDABLE_PER_10_000) / 10_000n;
  return {
    computationCost: BASE_GAS_UNITS * gasPrice,
    storageCost: sumRebates(kept),
    storageRebate,
    nonRefundableStorageFee: freed - storageRebate,
  };
}

/** What a transaction is charged that cost more than this. */
export function wholeBudget(budget: bigint): GasUsed {
  return {
    computationCost: budget,
    storageCost: 0n,
    storageRebate: 0n,
    nonRefundableStorageFee: 0n,
  };
}

function sumRebates(objects: readonly LedgerObject[]): bigint {
  return objects.reduce((sum, { storageRebate }) => sum + storageRebate, 0n);
}

/** What the payer loses; negative when more storage was freed than used. */
export function netGas({ computationCost, storageCost, storageRebate }: GasUsed): bigint {
  return computationCost + storageCost - storageRebate;
}

/** A budget with headroom for a transaction that used this much when it was tried. */
export function estimateBudget(used: GasUsed, gasPrice: bigint): bigint {
  const headroom = HEADROOM_GAS_UNITS * gasPrice;
  let budget = used.computationCost + headroom;
  const net = netGas(used);
  if (net > used.computationCost) budget = net + headroom;
  return budget < MAX_BUDGET ? budget : MAX_BUDGET;
}
