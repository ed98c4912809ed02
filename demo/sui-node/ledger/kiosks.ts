import {
  capDraft,
  countItems,
  type KioskKind,
  kioskDraft,
  kioskFieldIds,
  listingDraft,
  personalCapContents,
  placeDrafts,
} from './kiosk-drafts.ts';
import type { Ledger } from './ledger.ts';
import { addressOwner } from './objects.ts';

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

/** Takes the cap out of a personal kiosk cap (None), as while it is borrowed; a kiosk id puts it back. */
export function setPersonalCap(ledger: Ledger, capId: string, kioskId: string | null): void {
  const contents = personalCapContents(capId, kioskId);
  ledger.commit({ writes: [{ ...ledger.object(capId), contents }] });
}

/** Puts an object into a kiosk; a locked one can only leave it by a sale. */
export function placeInKiosk(
  ledger: Ledger,
  kioskId: string,
  itemId: string,
  locked = false,
): void {
  const kiosk = countItems(ledger.object(kioskId), 1);
  ledger.commit({ writes: [...placeDrafts(kioskId, ledger.object(itemId), locked), kiosk] });
}

/** Offers a placed object for sale; `price` in MIST. */
export function listForSale(ledger: Ledger, kioskId: string, itemId: string, price: bigint): void {
  const listing = listingDraft(kioskId, itemId, price);
  ledger.commit({ writes: [listing, ledger.object(kioskId)] });
}

/**
 * Takes an object out of a kiosk, with its listing and lock, and gives it to `to`: a sale when it was listed (a
 * locked one may only leave this way), a plain withdrawal otherwise.
 */
export function takeFromKiosk(ledger: Ledger, kioskId: string, itemId: string, to: string): void {
  const { item, listing, lock } = kioskFieldIds(kioskId, itemId);
  const exists = (id: string) => ledger.store.get(id) !== undefined;
  if (exists(lock) && !exists(listing)) throw new Error(`${itemId} is locked`);
  const freed = { ...ledger.object(itemId), owner: addressOwner(to) };
  const kiosk = countItems(ledger.object(kioskId), -1);
  ledger.commit({ writes: [freed, kiosk], deletes: [item, listing, lock].filter(exists) });
}
