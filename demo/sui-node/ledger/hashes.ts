import { toBase58 } from '@mysten/sui/utils';
import { blake2b } from '@noble/hashes/blake2.js';

const CHILD_OBJECT_SCOPE = 0xf0;

export function addressBytes(address: string): Uint8Array {
  return Buffer.from(address.slice(2), 'hex');
}

/** A stable id for something set up from code: the same text always gives the same id. */
export function idFromText(text: string): string {
  return hex(blake2b(new TextEncoder().encode(text), { dkLen: 32 }));
}

/** A digest for a change that no transaction made, so that it can be named as one. */
export function digestFromText(text: string): string {
  return toBase58(blake2b(new TextEncoder().encode(text), { dkLen: 32 }));
}

/** The id of a dynamic field, as Sui derives it. `nameTypeTag` is the BCS of the name's type tag. */
export function dynamicFieldId(parent: string, nameTypeTag: Uint8Array, name: Uint8Array): string {
  const hash = blake2b.create({ dkLen: 32 });
  hash.update(Uint8Array.of(CHILD_OBJECT_SCOPE)).update(addressBytes(parent));
  return hex(
    hash
      .update(u64Bytes(BigInt(name.length)))
      .update(name)
      .update(nameTypeTag)
      .digest(),
  );
}

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** BCS pieces written by hand where the generic serializer would be called thousands of times. */

export function u64Bytes(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** A length as ULEB128, seven bits to a byte. */
export function lengthBytes(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 0x80; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, rest);
}
