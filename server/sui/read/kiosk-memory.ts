/**
 * What was learned of kiosks, by their version. It proves that nothing in them changed: whatever places, locks,
 * lists, delists, takes or sells an item is given the kiosk itself to change (`&mut Kiosk`), and Sui gives every
 * object that a transaction may change a new version, whatever became of it.
 */
import type { KioskContents } from './kiosks.ts';

/** A kiosk as seen from outside. */
export interface KioskLook {
  readonly version: string;
  readonly itemCount: number;
}

/** The list of what lies in one version of a kiosk, as far as it has been read. */
export interface KioskListing {
  readonly version: string;
  readonly contents: KioskContents;
  /** The page that is read next; null for the first. */
  cursor: string | null;
  /** How many have been read. */
  pages: number;
  isWhole: boolean;
}

/** Most ids kept of all kiosks together, a kiosk counting as one more. About 30 MB. */
const MOST_IDS = 200_000;

/** The longest unused is forgotten first. */
export class KioskMemory {
  readonly #listings = new Map<string, KioskListing>();
  readonly #mostIds: number;
  #ids = 0;

  constructor(mostIds = MOST_IDS) {
    this.#mostIds = mostIds;
  }

  knows(kioskId: string): boolean {
    return this.#listings.has(kioskId);
  }

  /** Takes the listing of this version out: while it is read on, nobody else has it. */
  take(kioskId: string, version: string): KioskListing | null {
    const listing = this.#listings.get(kioskId);
    if (listing === undefined) return null;
    this.#listings.delete(kioskId);
    this.#ids -= weightOf(listing);
    return listing.version === version ? listing : null;
  }

  put(kioskId: string, listing: KioskListing): void {
    this.take(kioskId, listing.version);
    if (weightOf(listing) > this.#mostIds) return;
    this.#listings.set(kioskId, listing);
    this.#ids += weightOf(listing);
    for (const [oldest, { version }] of this.#listings) {
      if (this.#ids <= this.#mostIds) break;
      this.take(oldest, version);
    }
  }
}

function weightOf({ contents }: KioskListing): number {
  return 1 + contents.size;
}
