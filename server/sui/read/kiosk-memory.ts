/**
 * What was read of kiosks, by their version. An unchanged version proves that nothing in a kiosk changed: whatever
 * places, locks, lists, delists, takes or sells an item needs the kiosk itself (`&mut Kiosk`), and Sui gives every
 * object that a transaction may change a new version.
 */
import type { KioskContents } from './kiosks.ts';

/** The items of one version of a kiosk, as far as they have been read. */
export interface KioskListing {
  /** Of the kiosk; a text of our own where that is not seen. */
  readonly version: bigint | string;
  readonly contents: KioskContents;
  /** A list of more items is not of this version. */
  readonly mostItems: number;
  /** The page that is read next; null for the first. */
  cursor: string | null;
  /** How many have been read. */
  pages: number;
  isWhole: boolean;
}

/** Most ids kept of all kiosks together, a kiosk counting as one more. About 30 MB. */
const MOST_IDS = 200_000;

/** The longest unused is dropped first. */
export function createKioskMemory(mostIds = MOST_IDS) {
  const listings = new Map<string, KioskListing>();
  let ids = 0;

  /** Takes the listing of this version out, so that only one reading continues it. */
  function take(kioskId: string, version: bigint | string): KioskListing | null {
    const listing = listings.get(kioskId);
    if (listing === undefined) return null;
    listings.delete(kioskId);
    ids -= weightOf(listing);
    return listing.version === version ? listing : null;
  }

  return {
    has: (kioskId: string): boolean => listings.has(kioskId),
    take,
    forget(kioskId: string): void {
      take(kioskId, '');
    },
    put(kioskId: string, listing: KioskListing): void {
      take(kioskId, listing.version);
      if (weightOf(listing) > mostIds) return;
      listings.set(kioskId, listing);
      ids += weightOf(listing);
      for (const [oldest, { version }] of listings) {
        if (ids <= mostIds) break;
        take(oldest, version);
      }
    },
  };
}

function weightOf({ contents }: KioskListing): number {
  return 1 + contents.size;
}
