import { createHash } from 'node:crypto';
import { bcs } from '@mysten/sui/bcs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, canonicalAddress } from './address.ts';
import { type Hash, hashOf } from './merkle.ts';
import {
  cardsHash,
  ListCheck,
  type ListedWallet,
  leafHash,
  lineOf,
  readLine,
} from './round-list.ts';

const hash: Hash = (bytes) => createHash('sha3-256').update(bytes).digest();
const id = (n: number): Address => canonicalAddress(`0x${n.toString(16)}`)!;
const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => id(from + n));
const anyAddress = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => canonicalAddress(`0x${Buffer.from(bytes).toString('hex')}`)!);
const anyWallet = fc.record({
  address: anyAddress,
  entries: fc.integer({ min: 1, max: 5000 }),
  cards: fc.array(anyAddress, { maxLength: 200 }),
});

describe('a line of the list', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(anyWallet, (wallet) => {
        expect(readLine(lineOf(wallet))).toEqual(wallet);
      }),
    );
  });

  it('with one byte changed is no line, or one of another wallet', { tags: 'W7' }, () => {
    fc.assert(
      fc.property(anyWallet, fc.nat(), fc.integer({ min: 32, max: 126 }), (wallet, at, code) => {
        const line = lineOf(wallet);
        const place = at % line.length;
        const changed = line.slice(0, place) + String.fromCharCode(code) + line.slice(place + 1);
        fc.pre(changed !== line);
        const read = readLine(changed);
        if (read === null) return;
        const leafOf = (one: ListedWallet) =>
          Buffer.from(leafHash(hash, { ...one, cards: cardsHash(hash, one.cards) }));
        expect(leafOf(read).equals(leafOf(wallet))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', 'nothing'],
    ['null', 'null'],
    ['[]', 'a list'],
    ['{"address":"0x1","entries":1,"cards":[]}', 'a short address'],
    [`{"address":"${id(1)}","entries":1,"cards":[]} `, 'a space behind it'],
    [`{"address":"${id(1)}","entries":1.0,"cards":[]}`, 'a number in other digits'],
    [`{"address":"${id(1)}","entries":0,"cards":[]}`, 'no entries'],
    [`{"address":"${id(1)}","entries":1,"cards":[],"more":1}`, 'a field more'],
    [`{"entries":1,"address":"${id(1)}","cards":[]}`, 'the fields in another order'],
    [`{"address":"${id(0xa).toUpperCase()}","entries":1,"cards":[]}`, 'capitals'],
  ])('is not %s (%s)', (line) => {
    expect(readLine(line)).toBeNull();
  });
});

describe('a leaf', () => {
  const Leaf = bcs.struct('Leaf', {
    account: bcs.Address,
    entries: bcs.u64(),
    cards: bcs.vector(bcs.u8()),
  });

  it('is the BCS that Move writes, behind the byte of a leaf', { tags: 'W7' }, () => {
    fc.assert(
      fc.property(anyWallet, ({ address, entries, cards }) => {
        const written = bcs.vector(bcs.Address).serialize(cards).toBytes();
        const digest = hashOf(hash, 'cards', written);
        expect(cardsHash(hash, cards)).toEqual(digest);
        const leaf = Leaf.serialize({ account: address, entries, cards: [...digest] }).toBytes();
        expect(leafHash(hash, { address, entries, cards: digest })).toEqual(
          hashOf(hash, 'leaf', leaf),
        );
      }),
    );
  });
});

describe('the hash of the cards', () => {
  // Where BCS writes the length in one more byte.
  it.each([0, 127, 128, 16_383, 16_384])(
    'is that of the BCS of %i of them',
    { tags: 'W7' },
    (count) => {
      const cards = ids(1, count);
      const written = bcs.vector(bcs.Address).serialize(cards).toBytes();
      expect(cardsHash(hash, cards)).toEqual(hashOf(hash, 'cards', written));
    },
  );
});

describe('a look through the list', () => {
  const wallet = (n: number, cards = ids(n * 100, 5)) => ({ address: id(n), entries: 1, cards });
  const faultsOf = (...wallets: ReturnType<typeof wallet>[]) => {
    const check = new ListCheck();
    return wallets.flatMap((one, index) => check.add(one, index + 1));
  };

  it('finds nothing in a good one', () => {
    expect(faultsOf(wallet(1), wallet(2), wallet(30))).toEqual([]);
  });

  it('names a card that is counted twice, in two wallets and in one', { tags: 'W7' }, () => {
    const doubled = [...ids(100, 1), ...ids(200, 4)];
    expect(faultsOf(wallet(1), wallet(2, doubled))).toEqual([
      `line 2: the card ${id(100)} is counted twice, first in line 1`,
    ]);
    expect(faultsOf(wallet(1, [...ids(7, 1), ...ids(7, 5)]))).toEqual([
      `line 1: the card ${id(7)} is counted twice, first in line 1`,
    ]);
  });

  it('names wallets and cards out of order, and too many entries', () => {
    expect(faultsOf(wallet(2), wallet(1), wallet(1, ids(900, 5)))).toEqual([
      `line 2: the wallet ${id(1)} is not in order`,
      `line 3: the wallet ${id(1)} stands in the list twice`,
    ]);
    expect(faultsOf(wallet(1, ids(10, 5).reverse()))).toHaveLength(4);
    expect(faultsOf({ ...wallet(1, ids(10, 9)), entries: 2 })).toEqual([
      'line 1: 9 cards are not enough for 2 entries',
    ]);
  });
});
