/**
 * A Merkle tree as in RFC 9162: a node without a partner goes up as it is. Each kind of hash begins with
 * a byte of its own, so that none can pass as another. The root also covers the number of leaves.
 */

/** SHA3-256, handed in: Node and browsers have different ones. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;

/** The first byte of what is hashed. */
const HASH_KIND = { leaf: 0, node: 1, root: 2, cards: 3 } as const;

/** Longest path: a tree of 2^32 leaves. */
const LONGEST_PATH = 32;

/** The hash of these parts, one after the other, behind the byte of their kind. */
export function hashOf(
  hash: Hash,
  kind: keyof typeof HASH_KIND,
  ...parts: readonly Uint8Array[]
): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 1));
  bytes[0] = HASH_KIND[kind];
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return hash(bytes);
}

/** As BCS writes it: 8 bytes, the lowest first. */
export function u64Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

/** The root over `leaves` leaves; `top` is the uppermost hash, and nothing without a leaf. */
function rootOf(hash: Hash, leaves: number, top: Uint8Array): Uint8Array {
  return hashOf(hash, 'root', u64Bytes(leaves), top);
}

export interface MerkleTree {
  readonly leaves: number;
  readonly root: Uint8Array;
  /** The hashes beside the way from a leaf to the top, the lowest first. @throws RangeError */
  pathOf(index: number): Uint8Array[];
}

/** Takes the hashes of the leaves one by one, so that a long list can be added in portions. */
export class MerkleBuilder {
  readonly #hash: Hash;
  readonly #levels: Uint8Array[][] = [[]];

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  add(leafHash: Uint8Array): void {
    this.#push(0, leafHash);
  }

  /** Nothing can be added after. */
  finish(): MerkleTree {
    const levels = this.#levels;
    const leaves = (levels[0] as Uint8Array[]).length;
    for (let at = 0; at < levels.length; at += 1) {
      const level = levels[at] as Uint8Array[];
      if (level.length > 1 && level.length % 2 === 1) {
        this.#push(at + 1, level.at(-1) as Uint8Array);
      }
    }
    const top = levels.at(-1)?.[0] ?? new Uint8Array();
    return { leaves, root: rootOf(this.#hash, leaves, top), pathOf: (index) => this.#path(index) };
  }

  #push(at: number, hash: Uint8Array): void {
    this.#levels[at] ??= [];
    const level = this.#levels[at];
    level.push(hash);
    if (level.length % 2 === 1) return;
    const left = level.at(-2) as Uint8Array;
    this.#push(at + 1, hashOf(this.#hash, 'node', left, hash));
  }

  #path(index: number): Uint8Array[] {
    const path: Uint8Array[] = [];
    let at = index;
    if (this.#levels[0]?.[at] === undefined) throw new RangeError(`there is no leaf ${index}`);
    for (const level of this.#levels) {
      const partner = level[at % 2 === 1 ? at - 1 : at + 1];
      if (partner !== undefined) path.push(partner);
      at = Math.floor(at / 2);
    }
    return path;
  }
}

export interface MerkleProof {
  readonly leafHash: Uint8Array;
  /** Place of the leaf, from 0. */
  readonly index: number;
  /** How many leaves the tree has. */
  readonly leaves: number;
  readonly path: readonly Uint8Array[];
}

/** Whether this leaf stands at this place in the tree with this root. */
export function isProof(hash: Hash, root: Uint8Array, proof: MerkleProof): boolean {
  const { index, leaves, path } = proof;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(leaves)) return false;
  if (index < 0 || index >= leaves || path.length > LONGEST_PATH) return false;
  let [at, last, top] = [index, leaves - 1, proof.leafHash];
  for (const partner of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      top = hashOf(hash, 'node', partner, top);
      // It had no partner on these levels, and went up as it was.
      while (at % 2 === 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      top = hashOf(hash, 'node', top, partner);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSame(rootOf(hash, leaves, top), root);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
