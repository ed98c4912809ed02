/** Giving a card away: who it can go to, how long a prepared transfer waits, how long it is looked for. */
import { type Address, canonicalAddress } from './address.ts';

/** A prepared transfer waits this long for its signature, in seconds. */
export const TRANSFER_OPEN_SECONDS = 600;
/** One that was handed in and not seen is looked for again after this time, in seconds... */
export const LOOK_AGAIN_SECONDS = 30;
/** ...and for this long. */
export const LOOK_FOR_SECONDS = 3_600;

export const TRANSFER_STATUSES = [
  /** Prepared; waits for its signature. */
  'open',
  /** Handed in, and not yet seen on the chain. */
  'sent',
  /** Not seen within the time it takes as a rule; it may still come. */
  'late',
  /** The card is the recipient's. */
  'done',
  /** It ran and failed: the fee is spent, the card did not move. */
  'failed',
  /** The chain would not run it: nothing happened. */
  'refused',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export type Recipient =
  | { readonly kind: 'address'; readonly address: Address }
  /** A SuiNS name, to be looked up on the chain. */
  | { readonly kind: 'name'; readonly name: string };

/** In full: a part of an address, filled up with zeros, would be a wallet of nobody. */
const WHOLE_ADDRESS = /^0x[0-9a-f]{64}$/i;
/** `ada.sui`, `ada@shop` and `@ada`; the chain port knows the rules to the letter. */
const NAME = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.sui|[a-z0-9.-]*@[a-z0-9-]+)$/i;
const LONGEST_NAME = 253;
/** Addresses below 2^128 belong to the system and its packages; no key leads there. */
const SYSTEM_ADDRESS = /^0x0{32}/;

/** Whom a text means, or null when it means nobody a card could be sent to. */
export function readRecipient(text: string): Recipient | null {
  const trimmed = text.trim();
  if (WHOLE_ADDRESS.test(trimmed)) {
    const address = canonicalAddress(trimmed);
    return address === null || isSystemAddress(address) ? null : { kind: 'address', address };
  }
  const isName = trimmed.length <= LONGEST_NAME && NAME.test(trimmed);
  return isName ? { kind: 'name', name: trimmed.toLowerCase() } : null;
}

export function isSystemAddress(address: Address): boolean {
  return SYSTEM_ADDRESS.test(address);
}
