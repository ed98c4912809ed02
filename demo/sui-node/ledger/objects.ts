import { bcs, TypeTagSerializer } from '@mysten/sui/bcs';
import { toBase58 } from '@mysten/sui/utils';
import { blake2b } from '@noble/hashes/blake2.js';
import { COIN_TYPE, coinTypeOf, SUI_COIN_TYPE } from './move-types.ts';

export type Owner =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'object'; readonly id: string }
  | { readonly kind: 'shared'; readonly initialVersion: bigint }
  | { readonly kind: 'immutable' };

/** One version of an object. Never changed in place: a change puts a new one in the store. */
export interface LedgerObject {
  readonly id: string;
  readonly version: bigint;
  readonly owner: Owner;
  /** Canonical Move struct type. */
  readonly type: string;
  readonly hasPublicTransfer: boolean;
  /** BCS of the struct. */
  readonly contents: Uint8Array;
  /** Digest of the transaction that wrote this version, base58. */
  readonly previousTransaction: string;
  /** In MIST. */
  readonly storageRebate: bigint;
}

export function addressOwner(address: string): Owner {
  return { kind: 'address', address };
}

const moveObjectTypes = new Map<string, Parameters<typeof bcs.MoveObjectType.serialize>[0]>();

function moveObjectType(type: string) {
  let known = moveObjectTypes.get(type);
  if (known === undefined) {
    const coinType = coinTypeOf(type);
    if (type === SUI_COIN_TYPE) known = { GasCoin: null };
    else if (coinType !== undefined) known = { Coin: coinType };
    else {
      const tag = TypeTagSerializer.parseFromStr(type, true);
      if (!('struct' in tag)) throw new Error(`${type} is no struct`);
      known = { Other: tag.struct };
    }
    moveObjectTypes.set(type, known);
  }
  return known;
}

/** The owner in the shape the BCS types of the SDK take. */
export function bcsOwner(owner: Owner): Parameters<typeof bcs.Owner.serialize>[0] {
  if (owner.kind === 'address') return { AddressOwner: owner.address };
  if (owner.kind === 'object') return { ObjectOwner: owner.id };
  if (owner.kind === 'immutable') return { Immutable: true };
  return { Shared: { initialSharedVersion: owner.initialVersion } };
}

/** BCS of the whole object, as it is hashed for its digest. */
export function objectBcs(object: LedgerObject): Uint8Array {
  return bcs.Object.serialize({
    data: {
      Move: {
        type: moveObjectType(object.type),
        hasPublicTransfer: object.hasPublicTransfer,
        version: object.version,
        contents: object.contents,
      },
    },
    owner: bcsOwner(object.owner),
    previousTransaction: object.previousTransaction,
    storageRebate: object.storageRebate,
  }).toBytes();
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
const typeTagSizes = new Map<string, number>();

/** The bytes for which storage is charged. A SUI coin is 130. */
export function meteredSize(type: string, contents: Uint8Array): number {
  let tagSize = typeTagSizes.get(type);
  if (tagSize === undefined) {
    tagSize = bcs.MoveObjectType.serialize(moveObjectType(type)).toBytes().length;
    typeTagSizes.set(type, tagSize);
  }
  return METERED_OVERHEAD_BYTES + tagSize + contents.length;
}

/** Balance of a coin object, undefined for every other object. In the coin's smallest unit. */
export function coinBalance(object: Pick<LedgerObject, 'type' | 'contents'>): bigint | undefined {
  if (!object.type.startsWith(COIN_TYPE)) return undefined;
  const { buffer, byteOffset } = object.contents;
  return new DataView(buffer, byteOffset).getBigUint64(32, true);
}
