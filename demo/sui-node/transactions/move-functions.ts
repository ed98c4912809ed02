import { bcs } from '@mysten/sui/bcs';
import {
  capControls,
  countItems,
  kioskFieldIds,
  listingDraft,
  placeDrafts,
} from '../ledger/kiosk-drafts.ts';
import {
  canonicalAddress,
  ID_TYPE,
  KIOSK_OWNER_CAP_TYPE,
  KIOSK_TYPE,
} from '../ledger/move-types.ts';
import { addressOwner } from '../ledger/objects.ts';
import type { MoveCallContext, MoveFunction, MoveParameter } from './move-function.ts';

/** Abort codes of 0x2::kiosk. */
const NOT_OWNER = 0n;
const ITEM_LOCKED = 8n;
const ITEM_NOT_FOUND = 11n;

const KIOSK: MoveParameter = { reference: 'mutable', type: KIOSK_TYPE };
const CAP: MoveParameter = { reference: 'immutable', type: KIOSK_OWNER_CAP_TYPE };
const ITEM: MoveParameter = { type: '$0' };
const ITEM_ID: MoveParameter = { type: ID_TYPE };
const PRICE: MoveParameter = { type: 'u64' };

/** 0x2::kiosk as far as a holder moves cards in and out. Sales go through code, not through programs. */
export const KIOSK_FUNCTIONS: readonly MoveFunction[] = [
  kioskFunction('place', [KIOSK, CAP, ITEM], [], (call) => {
    const kiosk = call.object(0);
    call.space.write(...placeDrafts(kiosk.id, call.object(2), false), countItems(kiosk, 1));
    return [];
  }),
  kioskFunction('take', [KIOSK, CAP, ITEM_ID], [ITEM], (call) => {
    const { itemId, item, listing, lock } = heldItem(call);
    if (call.space.find(lock) !== undefined) call.abort(ITEM_LOCKED);
    for (const id of [item, listing]) if (call.space.find(id) !== undefined) call.space.delete(id);
    const freed = { ...call.space.get(itemId), owner: addressOwner(call.space.sender) };
    call.space.write(freed, countItems(call.object(0), -1));
    return [{ kind: 'object', id: itemId, access: 'owned' }];
  }),
  kioskFunction('list', [KIOSK, CAP, ITEM_ID, PRICE], [], (call) => {
    const { kioskId, itemId } = heldItem(call);
    call.space.write(listingDraft(kioskId, itemId, BigInt(bcs.U64.parse(call.pure(3)))));
    return [];
  }),
  kioskFunction('delist', [KIOSK, CAP, ITEM_ID], [], (call) => {
    const { listing } = heldItem(call);
    if (call.space.find(listing) === undefined) call.abort(ITEM_NOT_FOUND);
    call.space.delete(listing);
    return [];
  }),
];

/** The item named by the third argument, which must lie in the kiosk of the first. */
function heldItem(call: MoveCallContext) {
  const kioskId = call.object(0).id;
  const itemId = bcs.Address.parse(call.pure(2));
  const fields = kioskFieldIds(kioskId, itemId);
  if (call.space.find(fields.item) === undefined) call.abort(ITEM_NOT_FOUND);
  return { kioskId, itemId, ...fields };
}

function kioskFunction(
  name: string,
  parameters: MoveParameter[],
  returns: MoveParameter[],
  run: MoveFunction['run'],
): MoveFunction {
  return {
    package: canonicalAddress('0x2') as string,
    module: 'kiosk',
    name,
    typeParameters: [['store', 'key']],
    parameters,
    returns,
    run(call) {
      if (!capControls(call.object(1), call.object(0).id)) call.abort(NOT_OWNER);
      return run(call);
    },
  };
}

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
