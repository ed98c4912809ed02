import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChosenName, rankAmong, sharedRanks } from './ranking.ts';

describe('isChosenName', () => {
  it('knows a chosen name from a label', () => {
    expect([null, undefined, '', ' ', 'User_00ab', 'user_ZZZZ'].map(isChosenName)).toEqual(
      Array(6).fill(false),
    );
    expect(['Ace', 'User_12345', 'SuperUser_00ab'].map(isChosenName)).toEqual(Array(3).fill(true));
  });
});

describe('sharedRanks', () => {
  it('gives equal counts one rank and skips the next', { tags: 'S1' }, () => {
    expect(sharedRanks([9, 7, 7, 3])).toEqual([1, 2, 2, 4]);
    expect(sharedRanks([5, 5, 5])).toEqual([1, 1, 1]);
    expect(sharedRanks([])).toEqual([]);
    expect(sharedRanks([0])).toEqual([1]);
  });

  it('is one more than the number of those with a higher count', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5)), (unsorted) => {
        const counts = unsorted.sort((a, b) => b - a);
        expect(sharedRanks(counts)).toEqual(
          counts.map((count) => 1 + counts.filter((other) => other > count).length),
        );
      }),
    );
  });
});

describe('rankAmong', () => {
  it('is the rank that the whole ranking would give', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 60 }), (counts) => {
        const inOrder = [...counts].sort((a, b) => b - a);
        const sizes = new Map<number, number>();
        for (const count of counts) sizes.set(count, (sizes.get(count) ?? 0) + 1);
        const groups = [...sizes].map(([count, collectors]) => ({ count, collectors }));
        expect(inOrder.map((own) => rankAmong(groups, own))).toEqual(sharedRanks(inOrder));
      }),
    );
  });
});
