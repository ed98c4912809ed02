import type { NodeContext } from '../front.ts';
import { lengthBytes } from '../ledger/hashes.ts';
import { canonicalAddress } from '../ledger/move-types.ts';
import type { MessageType } from './message-type.ts';
import { ReadMask } from './read-mask.ts';
import { invalidArgument } from './status.ts';

/** The address in a request field; missing or malformed is refused. */
export function requiredAddress(field: string, value: string | undefined): string {
  if (value === undefined) throw invalidArgument(field, 'missing');
  const address = canonicalAddress(value);
  if (address === undefined) throw invalidArgument(field, `invalid ${field}`);
  return address;
}

export function readMask(
  type: MessageType,
  mask: { paths: string[] } | undefined,
  standard: readonly string[],
): ReadMask {
  return ReadMask.of(type, mask?.paths ?? standard);
}

/** A page token: what it was made for, and where the next page starts. */
export function encodePageToken(token: Record<string, string>): Uint8Array {
  return Buffer.from(JSON.stringify(token));
}

/** Reads a page token back; one of another request is refused. */
export function decodePageToken(
  bytes: Uint8Array | undefined,
  madeFor: Record<string, string>,
): Record<string, string> | undefined {
  if (bytes === undefined) return undefined;
  try {
    const token = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, string>;
    if (Object.entries(madeFor).every(([key, value]) => token[key] === value)) return token;
  } catch {
    // falls through to the refusal
  }
  throw invalidArgument('page_token', 'invalid page_token');
}

/**
 * Joins the page's items (field 1 of every list response) and, only when a next item exists, the token for it
 * (field 2): a token that is present but empty would read as a further page.
 */
export function encodePage<T>(
  { limits }: NodeContext,
  pageSize: number | undefined,
  items: Iterator<T>,
  encodeItem: (item: T) => Uint8Array | undefined,
  tokenFor: (item: T) => Uint8Array,
): Uint8Array {
  const wanted = Math.min(Math.max(pageSize ?? limits.grpcDefaultPage, 1), limits.grpcMaxPage);
  const parts: Uint8Array[] = [];
  let count = 0;
  let bytes = 0;
  let next = items.next();
  for (
    ;
    next.done !== true && count < wanted && bytes < limits.grpcMaxPageBytes;
    next = items.next()
  ) {
    const encoded = encodeItem(next.value);
    if (encoded === undefined) continue;
    parts.push(...lengthDelimited(1, encoded));
    count += 1;
    bytes += encoded.length;
  }
  if (next.done !== true) parts.push(...lengthDelimited(2, tokenFor(next.value)));
  return Buffer.concat(parts);
}

/** Encodes a length-delimited protobuf field by hand, so that a list is joined from items already encoded. */
export function lengthDelimited(fieldNumber: number, bytes: Uint8Array): [Uint8Array, Uint8Array] {
  const header = [...lengthBytes((fieldNumber << 3) | 2), ...lengthBytes(bytes.length)];
  return [Uint8Array.from(header), bytes];
}
