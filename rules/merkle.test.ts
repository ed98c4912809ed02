import { createHash } from 'node:crypto';
import { sha3_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Hash, hashOf, isProof, MerkleBuilder, type MerkleProof, u64Bytes } from './merkle.ts';

const hash: Hash = (bytes) => createHash('sha3-256').update(bytes).digest();
const leafOf = (n: number) => hashOf(hash, 'leaf', Uint8Array.of(n % 256, n >> 8));

function treeOf(leaves: number) {
  const builder = new MerkleBuilder(hash);
  for (let n = 0; n < leaves; n += 1) builder.add(leafOf(n));
  return builder.finish();
}

function proofIn(tree: ReturnType<typeof treeOf>, index: number): MerkleProof {
  return { leafHash: leafOf(index), index, leaves: tree.leaves, path: tree.pathOf(index) };
}

describe('a Merkle tree', () => {
  it('proves every leaf at its own place and at no other', { tags: 'W7' }, () => {
    for (let leaves = 1; leaves <= 24; leaves += 1) {
      const tree = treeOf(leaves);
      for (let index = 0; index < leaves; index += 1) {
        const proof = proofIn(tree, index);
        expect(isProof(hash, tree.root, proof), `${index} of ${leaves}`).toBe(true);
        for (let other = 0; other <= leaves; other += 1) {
          if (other === index) continue;
          expect(isProof(hash, tree.root, { ...proof, index: other })).toBe(false);
        }
      }
    }
  });

  it('proves nothing when a byte of leaf, path or root was changed', { tags: 'W7' }, () => {
    const anyProof = fc.integer({ min: 1, max: 300 }).chain((leaves) =>
      fc.record({
        leaves: fc.constant(leaves),
        index: fc.integer({ min: 0, max: leaves - 1 }),
        part: fc.nat(),
        byte: fc.integer({ min: 0, max: 31 }),
        bits: fc.integer({ min: 1, max: 255 }),
      }),
    );
    fc.assert(
      fc.property(anyProof, ({ leaves, index, part, byte, bits }) => {
        const tree = treeOf(leaves);
        const root = Uint8Array.from(tree.root);
        const proof = proofIn(tree, index);
        const leaf = Uint8Array.from(proof.leafHash);
        const path = proof.path.map((one) => Uint8Array.from(one));
        const parts = [root, leaf, ...path];
        const changed = parts[part % parts.length] as Uint8Array;
        changed[byte] = (changed[byte] as number) ^ bits;
        expect(isProof(hash, root, { ...proof, leafHash: leaf, path })).toBe(false);
      }),
    );
  });

  it('proves nothing with another number of leaves, or a longer or shorter path or root', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 200 }), fc.nat(), (leaves, seed) => {
        const tree = treeOf(leaves);
        const proof = proofIn(tree, seed % leaves);
        const { path } = proof;
        for (const more of [-1, 1, leaves]) {
          expect(isProof(hash, tree.root, { ...proof, leaves: leaves + more })).toBe(false);
        }
        for (const other of [path.slice(1), path.slice(0, -1), [...path, tree.root]]) {
          expect(isProof(hash, tree.root, { ...proof, path: other })).toBe(false);
        }
        expect(isProof(hash, Uint8Array.of(...tree.root, 0), proof)).toBe(false);
      }),
    );
  });

  it('takes a path of 32 hashes, as the chain does, and no longer one', () => {
    const pathOf = (length: number) => Array.from({ length }, (_, n) => leafOf(n));
    for (const [length, isTaken] of [
      [32, true],
      [33, false],
    ] as const) {
      const path = pathOf(length);
      const top = path.reduce((left, partner) => hashOf(hash, 'node', left, partner), leafOf(0));
      const leaves = 2 ** length;
      const root = hashOf(hash, 'root', u64Bytes(leaves), top);
      expect(isProof(hash, root, { leafHash: leafOf(0), index: 0, leaves, path })).toBe(isTaken);
    }
  });

  it('never takes a node for a leaf', { tags: 'W7' }, () => {
    const tree = treeOf(8);
    const [first, second, third] = tree.pathOf(0) as [Uint8Array, Uint8Array, Uint8Array];
    const node = hashOf(hash, 'node', leafOf(0), first);
    const path = [second, third];
    expect(isProof(hash, tree.root, { leafHash: node, index: 0, leaves: 4, path })).toBe(false);
    const both = new Uint8Array([...leafOf(0), ...first]);
    expect(hashOf(hash, 'leaf', both)).not.toEqual(node);
  });

  it('has no root in common with one that doubles its last leaf', () => {
    const builder = new MerkleBuilder(hash);
    for (const n of [0, 1, 2, 2]) builder.add(leafOf(n));
    expect(builder.finish().root).not.toEqual(treeOf(3).root);
  });

  it('without a leaf has a root and no proof', () => {
    const tree = treeOf(0);
    expect(tree.root).toEqual(hashOf(hash, 'root', new Uint8Array(8)));
    expect(() => tree.pathOf(0)).toThrow(RangeError);
    const nothing = { leafHash: new Uint8Array(), index: 0, leaves: 0, path: [] };
    expect(isProof(hash, tree.root, nothing)).toBe(false);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])(
    'proves nothing at the place %s',
    (index) => {
      const tree = treeOf(1);
      const proof = { ...proofIn(tree, 0), index };
      expect(isProof(hash, tree.root, proof)).toBe(false);
      const path = [proof.leafHash];
      expect(isProof(hash, tree.root, { ...proof, index: 0, leaves: index })).toBe(false);
      expect(isProof(hash, tree.root, { ...proof, index: 0, leaves: index + 1, path })).toBe(false);
    },
  );

  it('is the same with the hash of a browser', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(Buffer.from(sha3_256(bytes))).toEqual(hash(bytes));
      }),
    );
  });
});
