import { bcs, TypeTagSerializer } from '@mysten/sui/bcs';
import { fromBase58, toBase58 } from '@mysten/sui/utils';
import { blake2b } from '@noble/hashes/blake2.js';
import { lengthBytes, u64Bytes } from './hashes.ts';
import { COIN_TYPE, coinTypeOf, SUI_COIN_TYPE } from './move-types.ts';

export type Owner =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'object'; readonly id: string }
  | { readonly kind: 'shared'; readonly initialVersion: bigint }
  /** One address, through consensus: a transaction names its start version, and no version or digest. */
  | { readonly kind: 'party'; readonly address: string; readonly startVersion: bigint };

/** One version of an object. Never changed in place: a change puts a new one in the store. */
export interface LedgerObject {
  readonly id: string;
  readonly version: bigint;
  readonly owner: Owner;
  /** Canonical Move struct type. */
  readonly type: string;
  readonly hasPublicTransfer: boolean;
  readonly contents: Uint8Array;
  /** Digest of the transaction that wrote this version, base58. */
  readonly previousTransaction: string;
  /** In MIST. */
  readonly storageRebate: bigint;
}

export function addressOwner(address: string): Owner {
  return { kind: 'address', address };
}

function moveObjectType(type: string): Parameters<typeof bcs.MoveObjectType.serialize>[0] {
  if (type === SUI_COIN_TYPE) return { GasCoin: null };
  const coinType = coinTypeOf(type);
  if (coinType !== undefined) return { Coin: coinType };
  const tag = TypeTagSerializer.parseFromStr(type, true);
  if (!('struct' in tag)) throw new Error(`${type} is no struct`);
  return { Other: tag.struct };
}

const typeBytes = new Map<string, Uint8Array>();

function moveObjectTypeBytes(type: string): Uint8Array {
  let bytes = typeBytes.get(type);
  if (bytes === undefined) {
    bytes = bcs.MoveObjectType.serialize(moveObjectType(type)).toBytes();
    typeBytes.set(type, bytes);
  }
  return bytes;
}

/**
 * BCS of the whole object, as it is hashed for its digest. Written by hand: thousands of digests are asked for at
 * once, and the generic serializer takes twenty times as long.
 */
export function objectBcs(object: LedgerObject): Uint8Array {
  const { contents, owner } = object;
  const isMoveObject = 0;
  return Buffer.concat([
    Uint8Array.of(isMoveObject),
    moveObjectTypeBytes(object.type),
    Uint8Array.of(object.hasPublicTransfer ? 1 : 0),
    u64Bytes(object.version),
    lengthBytes(contents.length),
    contents,
    ownerBytes(owner),
    lengthBytes(32),
    fromBase58(object.previousTransaction),
    u64Bytes(object.storageRebate),
  ]);
}

function ownerBytes(owner: Owner): Uint8Array {
  switch (owner.kind) {
    case 'address':
      return Buffer.from(`00${owner.address.slice(2)}`, 'hex');
    case 'object':
      return Buffer.from(`01${owner.id.slice(2)}`, 'hex');
    case 'shared':
      return Buffer.concat([Uint8Array.of(2), u64Bytes(owner.initialVersion)]);
    case 'party': {
      const address = Buffer.from(owner.address.slice(2), 'hex');
      return Buffer.concat([Uint8Array.of(4), u64Bytes(owner.startVersion), address]);
    }
  }
}

const DIGEST_DOMAIN = new TextEncoder().encode('Object::');
const digests = new WeakMap<LedgerObject, string>();

/** Base58 object digest, computed at the first question: most of a large set-up is never asked. */
export function objectDigest(object: LedgerObject): string {
  let digest = digests.get(object);
  if (digest === undefined) {
    const hash = blake2b.create({ dkLen: 32 }).update(DIGEST_DOMAIN).update(objectBcs(object));
    digest = toBase58(hash.digest());
    digests.set(object, digest);
  }
  return digest;
}

const METERED_OVERHEAD_BYTES = 89; // owner 40, digest 32, rebate 8, version 8, transfer flag 1

/** The bytes for which storage is charged. A SUI coin is 130. */
export function meteredSize(type: string, contents: Uint8Array): number {
  return METERED_OVERHEAD_BYTES + moveObjectTypeBytes(type).length + contents.length;
}

/** Balance of a coin object, undefined for every other object. In the coin's smallest unit. */
export function coinBalance(object: Pick<LedgerObject, 'type' | 'contents'>): bigint | undefined {
  if (!object.type.startsWith(COIN_TYPE)) return undefined;
  const { buffer, byteOffset } = object.contents;
  return new DataView(buffer, byteOffset).getBigUint64(32, true);
}
