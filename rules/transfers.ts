/** Giving a card away: who it can go to, how long a prepared transfer waits, how long it is looked for. */
import { type Address, canonicalAddress } from './address.ts';

/** A prepared transfer waits this long for its signature. */
export const TRANSFER_OPEN_SECONDS = 600;
/** A sent transfer that is not on the chain yet is looked for again after this time... */
export const LOOK_AGAIN_SECONDS = 30;
/** ...and for this long. */
export const LOOK_FOR_SECONDS = 3_600;

export const TRANSFER_STATUSES = [
  /** Prepared; waits for its signature. */
  'open',
  /** Sent, and not yet seen on the chain. */
  'sent',
  /** Not seen within the usual time; it may still come. */
  'late',
  /** The card is the recipient's. */
  'done',
  /** It ran and failed: the fee is spent, the card did not move. */
  'failed',
  /** The chain refused it: nothing happened. */
  'refused',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export type Recipient =
  | { readonly kind: 'address'; readonly address: Address }
  /** A SuiNS name, to be looked up on the chain. */
  | { readonly kind: 'name'; readonly name: string };

/** In full: a shortened address filled up with zeros would be nobody's wallet. */
const WHOLE_ADDRESS = /^0x[0-9a-f]{64}$/i;
/** `ada.sui`, `ada@shop` and `@ada`; the chain checks the exact rules. */
const NAME = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.sui|[a-z0-9.-]*@[a-z0-9-]+)$/i;
const LONGEST_NAME = 253;
/** Addresses below 2^128 belong to the system and its packages; nobody has a key to them. */
const SYSTEM_ADDRESS = /^0x0{32}/;

/** The recipient that a text means, or null. */
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
