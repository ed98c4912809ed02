import { capDraft, type KioskKind, kioskDraft, listingDraft } from './kiosk-drafts.ts';
import type { Ledger } from './ledger.ts';

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
