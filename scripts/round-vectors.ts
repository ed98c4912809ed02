/**
 * The vectors that the server's proofs and the Move tests have in common. They are checked in and never
 * change: a list is proved by the same bytes for ever. `--write` made move/vectors.json and the Move module.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { type Hash, MerkleBuilder } from '#rules/merkle.ts';
import { cardsHash, type ListedWallet, leafHash } from '#rules/round-list.ts';

const FOLDER = path.resolve(import.meta.dirname, '../move');
export const VECTORS = path.join(FOLDER, 'vectors.json');
export const MOVE_VECTORS = path.join(FOLDER, 'tests/vectors.move');

/** Wallets in each list. */
const SIZES = [0, 1, 2, 3, 6, 7, 13];
/** Proofs of a long list are told for its first, its last and some between. */
const MOST_PROOFS = 4;

const sha3: Hash = (bytes) => createHash('sha3-256').update(bytes).digest();
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const idOf = (text: string): Address =>
  canonicalAddress(`0x${createHash('sha256').update(text).digest('hex')}`) as Address;

interface Vector {
  readonly root: string;
  readonly wallets: readonly (ListedWallet & { readonly cardsHash: string })[];
  readonly proofs: readonly { readonly index: number; readonly path: readonly string[] }[];
}

/** The wallet at this place: 5 cards for an entry, and one that has so many that BCS needs two bytes. */
function walletOf(list: number, n: number): ListedWallet {
  const count = n === 5 ? 130 : 5 + ((list + n) % 4) * 3;
  const cards = Array.from({ length: count }, (_, card) => idOf(`${list} ${n} ${card}`)).sort();
  return { address: idOf(`${list} ${n}`), entries: Math.floor(count / 5), cards };
}

function vectorOf(leaves: number, list: number): Vector {
  const wallets = Array.from({ length: leaves }, (_, n) => walletOf(list, n))
    .sort((a, b) => (a.address < b.address ? -1 : 1))
    .map((wallet) => ({ ...wallet, cardsHash: hex(cardsHash(sha3, wallet.cards)) }));
  const builder = new MerkleBuilder(sha3);
  for (const wallet of wallets) {
    builder.add(leafHash(sha3, { ...wallet, cards: Buffer.from(wallet.cardsHash, 'hex') }));
  }
  const tree = builder.finish();
  const step = Math.max(1, Math.floor((leaves - 1) / (MOST_PROOFS - 1)));
  const proofs = wallets
    .map((_, index) => ({ index, path: tree.pathOf(index).map(hex) }))
    .filter(({ index }) => index % step === 0 || index === leaves - 1);
  return { root: hex(tree.root), wallets, proofs };
}

export const makeVectors = (): Vector[] => SIZES.map(vectorOf);

export function toMove(vectors: readonly Vector[]): string {
  const proofs = vectors.flatMap(({ root, wallets, proofs }) =>
    proofs.map(({ index, path }) => {
      const wallet = wallets[index] as Vector['wallets'][number];
      const fields = [
        `root: x"${root}"`,
        `leaves: ${wallets.length}`,
        `index: ${index}`,
        `account: @${wallet.address}`,
        `entries: ${wallet.entries}`,
        `cards: x"${wallet.cardsHash}"`,
        `path: vector[${path.map((one) => `x"${one}"`).join(', ')}]`,
      ];
      return `        Vector {\n${fields.map((field) => `            ${field},\n`).join('')}        },\n`;
    }),
  );
  return `/// Made by scripts/round-vectors.ts: what the server answered for these lists.
#[test_only]
module round_claims::vectors;

public struct Vector has copy, drop {
    root: vector<u8>,
    leaves: u64,
    index: u64,
    account: address,
    entries: u64,
    cards: vector<u8>,
    path: vector<vector<u8>>,
}

public fun unpack(
    one: Vector,
): (vector<u8>, u64, u64, address, u64, vector<u8>, vector<vector<u8>>) {
    let Vector { root, leaves, index, account, entries, cards, path } = one;
    (root, leaves, index, account, entries, cards, path)
}

public fun all(): vector<Vector> {
    vector[
${proofs.join('')}    ]
}
`;
}

if (process.argv.includes('--write')) {
  const vectors = makeVectors();
  writeFileSync(VECTORS, `${JSON.stringify(vectors, null, 1)}\n`);
  writeFileSync(MOVE_VECTORS, toMove(vectors));
}
