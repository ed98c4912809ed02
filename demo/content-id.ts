import { sha256 } from '@noble/hashes/sha2.js';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** CID version 1, raw bytes, SHA-256 with 32 bytes of digest. */
const PREFIX = [0x01, 0x55, 0x12, 0x20];

/** The IPFS content id (CIDv1, raw) of a file of at most one block, as `ipfs add --cid-version=1` names it. */
export function contentId(bytes: Uint8Array): string {
  const binary = [...PREFIX, ...sha256(bytes)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const digits = binary.match(/.{1,5}/g) ?? [];
  return `b${digits.map((bits) => BASE32[Number.parseInt(bits.padEnd(5, '0'), 2)]).join('')}`;
}
