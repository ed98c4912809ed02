import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange, checkGroups, deleteGroup, type Group, moveCards, UNORGANIZED } from './groups.ts';
import { Refusal } from './refusal.ts';

const group = (id: string, ...cardIds: string[]): Group => ({ id, name: `Group ${id}`, cardIds });
const own = (n: number) => Array.from({ length: n }, (_, i) => group(`g${i}`));

describe('a set of groups that is saved', () => {
  it('holds at most 100 groups', { tags: 'G1' }, () => {
    expect(checkGroups(own(100))).toHaveLength(100);
    expect(() => checkGroups(own(101))).toThrow(new Refusal('too-many-groups', { max: 100 }));
  });

  it('has names of 1 to 60 characters, trimmed', { tags: 'groups-7' }, () => {
    expect(checkGroups([{ ...group('a'), name: `  ${'x'.repeat(60)} ` }])[0]?.name).toHaveLength(
      60,
    );
    for (const name of ['x'.repeat(61), '', '   ', 'a\u202Eb']) {
      expect(() => checkGroups([{ ...group('a'), name }])).toThrow(
        new Refusal('group-name-invalid', { max: 60 }),
      );
    }
  });

  it('repeats no id and no card, and leaves the default group out', { tags: 'groups-2' }, () => {
    expect(() => checkGroups([group('a'), group('a')])).toThrow('group-id-repeated');
    expect(() => checkGroups([group('a', 'x', 'x')])).toThrow('group-token-repeated');
    expect(() => checkGroups([group('a', 'x'), group('b', 'x')])).toThrow('group-token-repeated');
    for (const id of ['unorganized', 'Unorganized', 'UNORGANIZED']) {
      expect(() => checkGroups([group(id)])).toThrow('group-id-reserved');
    }
  });
});

describe('arranging held cards', () => {
  it('puts what is in no group into My Collection, and leaves out what is not held', {
    tags: 'groups-2',
  }, () => {
    const [first, second] = arrange(['a', 'b', 'c'], [group('g', 'b', 'sold')]);
    expect(first).toEqual({ id: UNORGANIZED, name: 'My Collection', cardIds: ['a', 'c'] });
    expect(second?.cardIds).toEqual(['b']);
  });

  it('puts a card that two groups name into the first one alone', () => {
    const placed = arrange(['a', 'b'], [group('g', 'b'), group('h', 'b', 'a')]);
    expect(placed.map(({ cardIds }) => cardIds)).toEqual([[], ['b'], ['a']]);
  });
});

describe('moving and deleting', () => {
  const groups = arrange(['a', 'b', 'c', 'd'], [group('g', 'c'), group('h')]);

  it('moves several cards at once, in front of another', () => {
    const moved = moveCards(groups, ['a', 'd'], 'g', 'c');
    expect(moved.find((g) => g.id === 'g')?.cardIds).toEqual(['a', 'd', 'c']);
    expect(moved.find((g) => g.id === UNORGANIZED)?.cardIds).toEqual(['b']);
  });

  it('gives the cards of a deleted group to My Collection', { tags: 'groups-5' }, () => {
    const left = deleteGroup(groups, 'g');
    expect(left.map((g) => g.id)).toEqual([UNORGANIZED, 'h']);
    expect(left[0]?.cardIds).toEqual(['a', 'b', 'd', 'c']);
  });

  it('never deletes My Collection', { tags: 'groups-3' }, () => {
    expect(deleteGroup(groups, UNORGANIZED)).toEqual(groups);
  });

  it('neither loses nor doubles a card, whatever is moved where', () => {
    const cards = ['a', 'b', 'c', 'd'];
    const step = fc.record({
      ids: fc.uniqueArray(fc.constantFrom(...cards)),
      to: fc.constantFrom(UNORGANIZED, 'g', 'h', 'deleted meanwhile'),
      before: fc.option(fc.constantFrom(...cards)),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const end = steps.reduce((now, s) => moveCards(now, s.ids, s.to, s.before), groups);
        expect(end.flatMap((g) => g.cardIds).sort()).toEqual(cards);
      }),
    );
  });
});
