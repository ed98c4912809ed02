import { bcs } from '@mysten/sui/bcs';
import { fieldId } from './dynamic-fields.ts';
import { BALANCE_TYPE, canonicalType } from './move-types.ts';

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
