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

/** Who holds the key: an ordinary cap, a cap bound to its owner, or an OriginByte token. */
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
  const kiosk = { id: kioskId, profits: 0n, owner, item_count: 0, allow_extensions: false };
  const key: ObjectDraft = {
    id: capId,
    owner: addressOwner(owner),
    ...capBody(kind, capId, kioskId, owner),
  };
  ledger.commit({
    writes: [
      {
        id: kioskId,
        owner: { kind: 'shared', initialVersion: 0n },
        type: KIOSK_TYPE,
        hasPublicTransfer: true,
        contents: Kiosk.serialize(kiosk).toBytes(),
      },
      key,
    ],
  });
  return { kioskId, capId };
}

function capBody(kind: KioskKind, capId: string, kioskId: string, owner: string) {
  if (kind === 'ordinary') {
    const contents = OwnerCap.serialize({ id: capId, for: kioskId }).toBytes();
    return { type: KIOSK_OWNER_CAP_TYPE, hasPublicTransfer: true, contents };
  }
  if (kind === 'origin-byte') {
    const contents = OwnerToken.serialize({ id: capId, kiosk: kioskId, owner }).toBytes();
    return { type: ORIGIN_BYTE_OWNER_TOKEN_TYPE, hasPublicTransfer: false, contents };
  }
  const contents = personalCapContents(capId, kioskId);
  return { type: PERSONAL_KIOSK_CAP_TYPE, hasPublicTransfer: false, contents };
}

function personalCapContents(capId: string, kioskId: string | null): Uint8Array {
  // The wrapped cap has an id of its own; any fixed one will do, it is never an object by itself.
  const innerId = `0x${capId.slice(2).split('').reverse().join('')}`;
  const cap = kioskId === null ? null : { id: innerId, for: kioskId };
  return PersonalCap.serialize({ id: capId, cap }).toBytes();
}

/** Takes the cap out of a personal kiosk cap (None), as while it is borrowed; a kiosk id puts it back. */
export function setPersonalCap(ledger: Ledger, capId: string, kioskId: string | null): void {
  const contents = personalCapContents(capId, kioskId);
  ledger.commit({ writes: [{ ...ledger.object(capId), contents }] });
}

/** Puts an object into a kiosk; `locked` can only leave it by a sale. */
export function placeInKiosk(
  ledger: Ledger,
  kioskId: string,
  objectId: string,
  locked = false,
): void {
  ledger.commit({
    writes: [
      ...placeDrafts(kioskId, ledger.object(objectId), locked),
      countItems(ledger, kioskId, 1),
    ],
  });
}

/** The drafts that put a (possibly new) object into a kiosk. The kiosk itself counts separately. */
export function placeDrafts(kioskId: string, item: ObjectDraft, locked: boolean): ObjectDraft[] {
  const drafts: ObjectDraft[] = objectFieldDrafts(kioskId, itemName(item.id), item);
  if (locked) drafts.push(fieldDraft(kioskId, lockName(item.id), TRUE));
  return drafts;
}

/** The kiosk with its item count changed. */
export function countItems(ledger: Ledger, kioskId: string, difference: number): ObjectDraft {
  const kiosk = ledger.object(kioskId);
  const fields = Kiosk.parse(kiosk.contents);
  const counted = { ...fields, item_count: fields.item_count + difference };
  return { ...kiosk, contents: Kiosk.serialize(counted).toBytes() };
}

/** Offers a placed object for sale; `price` in MIST. */
export function listForSale(
  ledger: Ledger,
  kioskId: string,
  objectId: string,
  price: bigint,
): void {
  const value = { type: 'u64', bcs: bcs.u64().serialize(price).toBytes() };
  const kiosk = countItems(ledger, kioskId, 0);
  ledger.commit({ writes: [fieldDraft(kioskId, listingName(objectId), value), kiosk] });
}

/** Takes an offer back. */
export function delist(ledger: Ledger, kioskId: string, objectId: string): void {
  const kiosk = countItems(ledger, kioskId, 0);
  ledger.commit({ writes: [kiosk], deletes: [fieldId(kioskId, listingName(objectId))] });
}

/**
 * Takes an object out of a kiosk and gives it to `to`, with its listing and lock gone: a sale when it
 * was listed (a locked one may only leave this way), a plain withdrawal otherwise.
 */
export function takeFromKiosk(ledger: Ledger, kioskId: string, objectId: string, to: string): void {
  const listing = fieldId(kioskId, listingName(objectId));
  const lock = fieldId(kioskId, lockName(objectId));
  const isListed = ledger.store.get(listing) !== undefined;
  if (ledger.store.get(lock) !== undefined && !isListed) throw new Error(`${objectId} is locked`);
  const deletes = [objectFieldId(kioskId, itemName(objectId)), listing, lock].filter(
    (id) => ledger.store.get(id) !== undefined,
  );
  const freed = { ...ledger.object(objectId), owner: addressOwner(to) };
  ledger.commit({ writes: [freed, countItems(ledger, kioskId, -1)], deletes });
}

/** The kiosk an object lies in, undefined when it lies in none. */
export function kioskOf(ledger: Ledger, objectId: string): string | undefined {
  const { owner } = ledger.object(objectId);
  const field = owner.kind === 'object' ? ledger.store.get(owner.id) : undefined;
  return field?.owner.kind === 'object' ? field.owner.id : undefined;
}

const TRUE = { type: 'bool', bcs: Uint8Array.of(1) };

function itemName(objectId: string) {
  return { type: KIOSK_ITEM_TYPE, bcs: addressBytes(objectId) };
}

function lockName(objectId: string) {
  return { type: KIOSK_LOCK_TYPE, bcs: addressBytes(objectId) };
}

/** Only open offers are listed here; an exclusive one would be bound to a purchase cap. */
function listingName(objectId: string) {
  return { type: KIOSK_LISTING_TYPE, bcs: Uint8Array.of(...addressBytes(objectId), 0) };
}
