import { bcs } from '@mysten/sui/bcs';
import { fieldDraft, fieldId, objectFieldDrafts, objectFieldId } from './dynamic-fields.ts';
import { addressBytes } from './hashes.ts';
import type { Ledger, ObjectDraft } from './ledger.ts';
import {
  KIOSK_ITEM_TYPE,
  KIOSK_LISTING_TYPE,
  KIOSK_LOCK_TYPE,
  KIOSK_OWNER_CAP_TYPE,
  KIOSK_TYPE,
  ORIGIN_BYTE_OWNER_TOKEN_TYPE,
  PERSONAL_KIOSK_CAP_TYPE,
} from './move-types.ts';
import { addressOwner } from './objects.ts';

/** What the owner opens it with: an ordinary cap, a cap bound to its owner, or an OriginByte token. */
export type KioskKind = 'ordinary' | 'personal' | 'origin-byte';

const Kiosk = bcs.struct('Kiosk', {
  id: bcs.Address,
  profits: bcs.u64(),
  owner: bcs.Address,
  item_count: bcs.u32(),
  allow_extensions: bcs.bool(),
});
const OwnerCap = bcs.struct('KioskOwnerCap', { id: bcs.Address, for: bcs.Address });
const PersonalCap = bcs.struct('PersonalKioskCap', { id: bcs.Address, cap: bcs.option(OwnerCap) });
const OwnerToken = bcs.struct('OwnerToken', {
  id: bcs.Address,
  kiosk: bcs.Address,
  owner: bcs.Address,
});

/** Opens a kiosk and gives its key to `owner`. */
export function createKiosk(
  ledger: Ledger,
  owner: string,
  kind: KioskKind = 'ordinary',
  kioskId: string = ledger.nextId(),
  capId: string = ledger.nextId(),
): { kioskId: string; capId: string } {
  ledger.commit({ writes: [kioskDraft(kioskId, owner), capDraft(kind, capId, kioskId, owner)] });
  return { kioskId, capId };
}

/** Offers a placed object for sale; `price` in MIST. */
export function listForSale(ledger: Ledger, kioskId: string, itemId: string, price: bigint): void {
  const listing = listingDraft(kioskId, itemId, price);
  ledger.commit({ writes: [listing, ledger.object(kioskId)] });
}

/** An empty kiosk. Its `owner` field is only a note: the holder of the cap has the control. */
export function kioskDraft(id: string, owner: string): ObjectDraft {
  const fields = { id, profits: 0n, owner, item_count: 0, allow_extensions: false };
  return {
    id,
    owner: { kind: 'shared', initialVersion: 0n },
    type: KIOSK_TYPE,
    hasPublicTransfer: true,
    contents: Kiosk.serialize(fields).toBytes(),
  };
}

/** The key to a kiosk. */
function capDraft(kind: KioskKind, id: string, kioskId: string, holder: string): ObjectDraft {
  const owner = addressOwner(holder);
  if (kind === 'ordinary') {
    const contents = OwnerCap.serialize({ id, for: kioskId }).toBytes();
    return { id, owner, type: KIOSK_OWNER_CAP_TYPE, hasPublicTransfer: true, contents };
  }
  if (kind === 'origin-byte') {
    const contents = OwnerToken.serialize({ id, kiosk: kioskId, owner: holder }).toBytes();
    return { id, owner, type: ORIGIN_BYTE_OWNER_TOKEN_TYPE, hasPublicTransfer: false, contents };
  }
  const contents = personalCapContents(id, kioskId);
  return { id, owner, type: PERSONAL_KIOSK_CAP_TYPE, hasPublicTransfer: false, contents };
}

/** A personal cap with the ordinary cap inside it, or with nothing while that is borrowed. */
export function personalCapContents(id: string, kioskId: string | null): Uint8Array {
  // The wrapped cap has an id of its own; any fixed one will do, it is never an object by itself.
  const innerId = `0x${[...id.slice(2)].reverse().join('')}`;
  const cap = kioskId === null ? null : { id: innerId, for: kioskId };
  return PersonalCap.serialize({ id, cap }).toBytes();
}

/** The drafts that put a (possibly new) object into a kiosk. The kiosk itself counts separately. */
export function placeDrafts(kioskId: string, item: ObjectDraft, locked: boolean): ObjectDraft[] {
  const drafts: ObjectDraft[] = objectFieldDrafts(kioskId, itemName(item.id), item);
  if (locked) drafts.push(fieldDraft(kioskId, lockName(item.id), TRUE));
  return drafts;
}

export function countItems(kiosk: ObjectDraft, difference: number): ObjectDraft {
  const fields = Kiosk.parse(kiosk.contents);
  const changed = { ...fields, item_count: fields.item_count + difference };
  return { ...kiosk, contents: Kiosk.serialize(changed).toBytes() };
}

/** An open offer; `price` in MIST. */
function listingDraft(kioskId: string, itemId: string, price: bigint): ObjectDraft {
  const value = { type: 'u64', bcs: bcs.u64().serialize(price).toBytes() };
  return fieldDraft(kioskId, listingName(itemId), value);
}

export function kioskFieldIds(kioskId: string, itemId: string) {
  return {
    item: objectFieldId(kioskId, itemName(itemId)),
    listing: fieldId(kioskId, listingName(itemId)),
    lock: fieldId(kioskId, lockName(itemId)),
  };
}

const TRUE = { type: 'bool', bcs: Uint8Array.of(1) };

function itemName(itemId: string) {
  return { type: KIOSK_ITEM_TYPE, bcs: addressBytes(itemId) };
}

function lockName(itemId: string) {
  return { type: KIOSK_LOCK_TYPE, bcs: addressBytes(itemId) };
}

/** Only open offers are made here; an exclusive one would be bound to a purchase cap. */
function listingName(itemId: string) {
  return { type: KIOSK_LISTING_TYPE, bcs: Uint8Array.of(...addressBytes(itemId), 0) };
}
