import { bcs } from '@mysten/sui/bcs';
import { fieldId } from './dynamic-fields.ts';
import type { BalanceChange } from './executed.ts';
import { BALANCE_TYPE, canonicalType } from './move-types.ts';

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

const ACCUMULATOR_ROOT = `0x${'acc'.padStart(64, '0')}`;
const KEY_TYPE = '0x2::accumulator::Key';

/** The type under which effects name a change of an address balance. */
export function accumulatorType(coinType: string): string {
  return `${BALANCE_TYPE}<${coinType}>`;
}

/** The id under which effects name the address balance of an owner, as Sui derives it. */
export function accumulatorId(owner: string, coinType: string): string {
  const type = canonicalType(`${KEY_TYPE}<${accumulatorType(coinType)}>`);
  return fieldId(ACCUMULATOR_ROOT, { type, bcs: bcs.Address.serialize(owner).toBytes() });
}
