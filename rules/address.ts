/**
 * Sui addresses. One address has many spellings (case, missing leading zeros); only the canonical form
 * is stored and compared.
 */

/** `0x` + 64 lower-case hex digits. */
export type Address = string & { readonly __address: true };

const SPELLED = /^0x[0-9a-f]{1,64}$/i;
const CANONICAL = /^0x[0-9a-f]{64}$/;

/** The canonical form of `text`, or null when it is no Sui address (I1). */
export function canonicalAddress(text: string): Address | null {
  // Fast path for the usual spelling.
  if (CANONICAL.test(text)) return text as Address;
  if (!SPELLED.test(text)) return null;
  return `0x${text.slice(2).toLowerCase().padStart(64, '0')}` as Address;
}

/** First 6 and last 4 characters. */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 6)}...${address.slice(-4)}`;
}

const DEFAULT_NAME_SUFFIX = 4;

/** The label of a collector without a chosen name: `User_` + the last 4 characters. */
export function defaultUsername(address: string): string {
  return `User_${address.slice(-DEFAULT_NAME_SUFFIX)}`;
}
