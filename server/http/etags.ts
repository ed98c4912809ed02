/** Entity tags (RFC 9110, 8.8.3 and 13.1). */
import { hash } from 'node:crypto';

/** The ETag of these bytes. Weak, because they may be sent compressed. */
export function etagOf(bytes: Buffer | string): string {
  return `W/"${hash('sha1', bytes, 'base64url')}"`;
}

/** Nobody keeps more ETags of an address; thousands of commas would cost a millisecond. */
const LONGEST_LIST = 2_000;

/** Whether If-None-Match contains this ETag (weak comparison). */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  if (header.length > LONGEST_LIST) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}

/** The opaque parts of an If-Match header; null when there is none or it matches anything. */
export function readIfMatch(header: string | undefined): readonly string[] | null {
  if (header === undefined || header.trim() === '*') return null;
  if (header.length > LONGEST_LIST) return [];
  // A compressing proxy may have made the ETag weak.
  return header.split(',').map((one) => one.trim().replace(/^(?:W\/)?"([^"]*)"$/, '$1'));
}
