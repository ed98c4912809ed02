import { bcs } from '@mysten/sui/bcs';
import { canonicalAddress } from '../ledger/move-types.ts';
import { addressOwner } from '../ledger/objects.ts';
import type { MoveFunction } from './move-function.ts';

/** 0x2::transfer */
export const TRANSFER_FUNCTIONS: readonly MoveFunction[] = [
  {
    package: canonicalAddress('0x2') as string,
    module: 'transfer',
    name: 'public_transfer',
    typeParameters: [['store', 'key']],
    parameters: [{ type: '$0' }, { type: 'address' }],
    returns: [],
    run({ space, object, pure }) {
      space.write({ ...object(0), owner: addressOwner(bcs.Address.parse(pure(1))) });
      return [];
    },
  },
];
