/** Card transfers: valid recipients, states and times. */
import { type Address, canonicalAddress } from './address.ts';

/** A prepared transfer waits this long for its signature. */
export const TRANSFER_OPEN_SECONDS = 600;
/** A sent transfer that the chain does not show yet is checked again after this time. */
export const FOLLOW_RETRY_SECONDS = 30;
/** After this time it is given up. */
export const FOLLOW_MAX_SECONDS = 3_600;

export const TRANSFER_STATUSES = [
  /** Prepared; waits for its signature. */
  'open',
  /** Sent, and not yet seen on the chain. */
  'sent',
  /** Not on the chain within the usual time; it may still appear. */
  'late',
  /** The recipient holds the card. */
  'done',
  /** Executed with a failure: the fee is paid, the card did not move. */
  'failed',
  /** Refused by the chain: not executed, no fee. */
  'refused',
] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

type Recipient =
  | { readonly kind: 'address'; readonly address: Address }
  /** A SuiNS name; the chain resolves it. */
  | { readonly kind: 'name'; readonly name: string };

/** A short address padded with zeros would be nobody's wallet, so all digits are required. */
const FULL_ADDRESS = /^0x[0-9a-f]{64}$/i;
/** `ada.sui`, `ada@shop` and `@ada`; the chain checks the exact rules. */
const NAME = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.sui|[a-z0-9.-]*@[a-z0-9-]+)$/i;
/** Zero-width marks and the like, which come along with what is copied. */
const INVISIBLE = /\p{Cf}/gu;
const LONGEST_NAME = 253;
/** Addresses below 2^128 belong to the system and its packages; nobody has a key to them. */
const SYSTEM_ADDRESS = /^0x0{32}/;

/** Null when the text is neither a full address nor a SuiNS name. */
export function readRecipient(text: string): Recipient | null {
  const trimmed = text.replace(INVISIBLE, '').trim();
  if (FULL_ADDRESS.test(trimmed)) return { kind: 'address', address: canonicalAddress(trimmed)! };
  const isName = trimmed.length <= LONGEST_NAME && NAME.test(trimmed);
  return isName ? { kind: 'name', name: trimmed.toLowerCase() } : null;
}

export function isSystemAddress(address: Address): boolean {
  return SYSTEM_ADDRESS.test(address);
}
