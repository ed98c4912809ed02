/** The Move module in the real Move VM, with the proofs that the server makes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type MovePackageTestSuccess, testMovePackage } from '@zktx.io/sui-move-builder/full';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Hash, MerkleBuilder } from '#rules/merkle.ts';
import { cardsHash, ListCheck, type ListedWallet, leafHash, readLine } from '#rules/round-list.ts';

const WASM = '@zktx.io/sui-move-builder/dist/full/sui_move_wasm_bg.wasm';
/** Seconds on a machine at rest. */
const COMPILE_TIMEOUT_MS = 60_000;
const wasm = readFileSync(path.join(import.meta.dirname, '../node_modules', WASM));
/** With the standard library among the sources, so that nothing is fetched. */
const MANIFEST = `[package]
name = "round_claims"
edition = "2024"
[addresses]
std = "0x1"
sui = "0x2"
round_claims = "0x0"
`;

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const sha3: Hash = (bytes) => createHash('sha3-256').update(bytes).digest();
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Lists that have the same root and proofs for ever, each below its root. */
const lists = read('vectors.txt')
  .trimEnd()
  .split('\n\n')
  .map((text) => text.split('\n'))
  .map(([root, ...lines]) => ({ root, wallets: lines.map((line) => readLine(line)!) }));

function builtOf(wallets: readonly ListedWallet[]) {
  const leaves = wallets.map((wallet) => ({ ...wallet, cards: cardsHash(sha3, wallet.cards) }));
  const builder = new MerkleBuilder(sha3);
  for (const leaf of leaves) builder.add(leafHash(sha3, leaf));
  return { leaves, tree: builder.finish() };
}

/** The proofs of all their wallets, in Move. */
const PROOFS = lists.flatMap(({ root, wallets }) => {
  const { leaves, tree } = builtOf(wallets);
  return leaves.map(({ address, entries, cards }, index) => {
    const steps = tree.pathOf(index).map((one) => `x"${hex(one)}"`);
    return (
      `Vector { root: x"${root}", leaves: ${leaves.length}, index: ${index}, account: @${address}, ` +
      `entries: ${entries}, cards: x"${hex(cards)}", path: vector[${steps.join(', ')}] }`
    );
  });
});

function filesIn(...folders: string[]): Record<string, string> {
  const files: Record<string, string> = { 'Move.toml': MANIFEST };
  for (const folder of folders) {
    for (const name of readdirSync(path.join(import.meta.dirname, folder))) {
      const place = folder === 'tests' ? 'tests' : 'sources';
      const text = read(`${folder}/${name}`);
      const isVectors = name === 'vectors.move';
      files[`${place}/${folder}-${name}`] = isVectors
        ? text.replace('vector[]', `vector[${PROOFS.join(',\n')}]`)
        : text;
    }
  }
  return files;
}

async function run(files: Record<string, string>): Promise<string> {
  const resolvedDependencies = {
    files: JSON.stringify(files),
    dependencies: '[]',
    lockfileDependencies: '[]',
  };
  const result = await testMovePackage({ files, wasm, resolvedDependencies, ansiColor: false });
  return (result as MovePackageTestSuccess).output ?? JSON.stringify(result);
}

const SOURCES = ['standard-library', 'sources'];
const TESTS = read('tests/claims_tests.move');
const names = [...TESTS.matchAll(/#\[test[^\n]*\]\nfun (\w+)/g)].map(([, name]) => name as string);

describe('the Move module in the Move VM', () => {
  let output = '';
  beforeAll(async () => {
    output = await run(filesIn(...SOURCES, 'tests'));
  }, COMPILE_TIMEOUT_MS);

  it.each(names)('%s', { tags: 'W7' }, (name) => {
    expect(output).toContain(`[ PASS    ] round_claims::claims_tests::${name}\n`);
  });

  it('runs all of them, and can fail', { timeout: COMPILE_TIMEOUT_MS }, async () => {
    expect(names.length).toBeGreaterThan(5);
    expect(output).toContain(`Total tests: ${names.length}; passed: ${names.length}; failed: 0`);
    const files = filesIn(...SOURCES, 'tests');
    const vectors = files['tests/tests-vectors.move'] as string;
    files['tests/tests-vectors.move'] = vectors.replace(/entries: \d/, 'entries: 9');
    expect(await run(files)).toContain('[ FAIL    ] round_claims::claims_tests::every_proof');
  });
});

describe('the example of a mint', () => {
  it('compiles against what it uses of Sui', { timeout: COMPILE_TIMEOUT_MS }, async () => {
    const files = filesIn(...SOURCES, 'sui-interface', 'example');
    expect(await run(files)).toContain('Test result: OK. Total tests: 0');
    const mint = files['sources/example-booster_mint.move'] as string;
    files['sources/example-booster_mint.move'] = mint.replace('sender, entries', 'entries');
    expect(await run(files)).toContain('error');
  });
});

describe('the vectors', () => {
  it.each(lists)(
    'have the root that the rules make: $root',
    { tags: 'W7' },
    ({ root, wallets }) => {
      const check = new ListCheck();
      expect(wallets.flatMap((wallet, index) => check.add(wallet, index + 1))).toEqual([]);
      expect(hex(builtOf(wallets).tree.root)).toBe(root);
    },
  );

  it('have the same proofs for ever', { tags: 'W7' }, () => {
    expect(hex(sha3(Buffer.from(PROOFS.join('\n'))))).toBe(
      '76250970ca201fae170363859a723d61e106fcf959c65b7b9b4bdd075c16d376',
    );
  });
});
