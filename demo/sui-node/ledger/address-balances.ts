import type { BalanceChange } from './executed.ts';

/** What addresses hold without coin objects (SIP-58), in each coin's smallest unit. */
export class AddressBalances {
  /** owner -> coin type -> amount */
  readonly #amounts = new Map<string, Map<string, bigint>>();

  /** By coin type; never zero. */
  of(owner: string): ReadonlyMap<string, bigint> {
    return this.#amounts.get(owner) ?? new Map();
  }

  amount(owner: string, coinType: string): bigint {
    return this.of(owner).get(coinType) ?? 0n;
  }

  /** Adds or, below zero, takes away. Throws when more is taken than there is. */
  apply({ address, coinType, amount }: BalanceChange): void {
    const left = this.amount(address, coinType) + amount;
    if (left < 0n) throw new Error(`${address} has ${-left} too little in its address balance`);
    const amounts = this.#amounts.get(address) ?? new Map<string, bigint>();
    if (left === 0n) amounts.delete(coinType);
    else amounts.set(coinType, left);
    this.#amounts.set(address, amounts);
  }
}
