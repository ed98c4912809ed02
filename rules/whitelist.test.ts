import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from './refusal.ts';
import {
  cardsMissing,
  cardsNotHeld,
  checkSelection,
  entryCount,
  remainder,
  selectionKey,
} from './whitelist.ts';

const ids = (n: number) => Array.from({ length: n }, (_, i) => `0x${i}`);

describe('5 cards are 1 entry', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [9, 1],
    [10, 2],
    [14, 2],
  ])('%i cards are worth %i entries', (cards, entries) => {
    expect(entryCount(cards)).toBe(entries);
  });

  it('splits every selection into entries and a remainder that buys nothing', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (n) => {
        expect(entryCount(n) * 5 + remainder(n)).toBe(n);
        expect(remainder(n)).toBeLessThan(5);
      }),
    );
  });

  it('says how many cards are missing', () => {
    expect([0, 3, 5, 8].map(cardsMissing)).toEqual([5, 2, 0, 0]);
  });
});

describe('a selection', () => {
  it('needs 5 cards', { tags: 'whitelist-2' }, () => {
    expect(() => checkSelection(ids(4))).toThrow(new Refusal('too-few-cards', { min: 5 }));
    expect(() => checkSelection(ids(5))).not.toThrow();
  });

  it('names no card twice', { tags: 'W2' }, () => {
    expect(() => checkSelection([...ids(5), '0x0'])).toThrow('card-repeated');
  });

  it('is the same in any order', () => {
    expect(selectionKey(['b', 'a', 'c'])).toBe(selectionKey(['c', 'b', 'a']));
    expect(selectionKey(['a', 'b'])).not.toBe(selectionKey(['a', 'c']));
  });

  it('is held against the wallet', () => {
    expect(cardsNotHeld(['a', 'b', 'c'], new Set(['a', 'c']))).toEqual(['b']);
  });
});
