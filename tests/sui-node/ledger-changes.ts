/** Changes to the stand-in node's ledger that only tests need. */
import { type CardText, cardDraft } from '#demo/sui-node/ledger/cards.ts';
import {
  countItems,
  kioskFieldIds,
  personalCapContents,
  placeDrafts,
} from '#demo/sui-node/ledger/kiosks.ts';
import type { Ledger } from '#demo/sui-node/ledger/ledger.ts';
import { addressOwner, type LedgerObject, objectDigest } from '#demo/sui-node/ledger/objects.ts';

export function mintCard(ledger: Ledger, type: string, owner: string, text: CardText) {
  const draft = cardDraft(type, owner, ledger.nextId(), text);
  return ledger.commit({ writes: [draft] })[0] as LedgerObject;
}

export function transfer(ledger: Ledger, id: string, to: string): LedgerObject {
  const moved = { ...ledger.object(id), owner: addressOwner(to) };
  return ledger.commit({ writes: [moved] })[0] as LedgerObject;
}

/** Gives an object to an address that owns it through consensus. */
export function transferToParty(ledger: Ledger, id: string, address: string): LedgerObject {
  const startVersion = ledger.versionAfter([id]);
  const moved = { ...ledger.object(id), owner: { kind: 'party', address, startVersion } } as const;
  return ledger.commit({ writes: [moved] })[0] as LedgerObject;
}

/** What clients name an object by. */
export function reference(ledger: Ledger, id: string) {
  const object = ledger.object(id);
  return { objectId: id, version: object.version.toString(), digest: objectDigest(object) };
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
