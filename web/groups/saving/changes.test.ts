import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUPS_MAX, type Group, UNORGANIZED } from '#rules/groups.ts';
import { applyChange, type Change, isSameSet, replay } from './changes.ts';
import { difference } from './difference.ts';

const group = (id: string, ...cardIds: string[]): Group => ({
  id,
  name: id.toUpperCase(),
  cardIds,
});
const two = [group('a', '1', '2'), group('b', '3')];

describe('a change', () => {
  it.each<[string, Change, Group[] | null]>([
    ['add', { kind: 'add', id: 'c', name: 'C' }, [...two, group('c')]],
    ['add again', { kind: 'add', id: 'a', name: 'A' }, null],
    ['rename', { kind: 'rename', id: 'b', name: 'X' }, [two[0]!, { ...two[1]!, name: 'X' }]],
    ['rename what is gone', { kind: 'rename', id: 'z', name: 'X' }, null],
    ['delete', { kind: 'delete', id: 'a' }, [two[1]!]],
    ['delete what is gone', { kind: 'delete', id: 'z' }, null],
    [
      'move in front of a card',
      { kind: 'move', cardIds: ['3', '9'], to: 'a', before: '2' },
      [group('a', '1', '3', '9', '2'), group('b')],
    ],
    [
      'move to the default group',
      { kind: 'move', cardIds: ['1'], to: UNORGANIZED, before: null },
      [group('a', '2'), two[1]!],
    ],
    ['move to what is gone', { kind: 'move', cardIds: ['1'], to: 'z', before: null }, null],
    ['place first', { kind: 'place', id: 'b', before: 'a' }, [two[1]!, two[0]!]],
    ['place last', { kind: 'place', id: 'a', before: null }, [two[1]!, two[0]!]],
  ])('%s', (_, change, expected) => {
    expect(applyChange(two, change)).toEqual(expected);
  });

  it('puts a group in front of the one it was dropped on, or behind all', () => {
    const three = [...two, group('c')];
    const order = (change: Change) => applyChange(three, change)?.map(({ id }) => id);
    expect(order({ kind: 'place', id: 'a', before: 'c' })).toEqual(['b', 'a', 'c']);
    expect(order({ kind: 'place', id: 'a', before: null })).toEqual(['b', 'c', 'a']);
  });

  it('takes a deletion back: same place, same cards, though they went elsewhere', () => {
    const without = applyChange(two, { kind: 'delete', id: 'a' }) ?? [];
    const moved = applyChange(without, { kind: 'move', cardIds: ['1'], to: 'b', before: null });
    const back = applyChange(moved ?? [], { kind: 'restore', group: two[0]!, before: 'b' });
    expect(back).toEqual(two);
  });

  it('finds no room beyond the most groups', () => {
    const full = Array.from({ length: GROUPS_MAX }, (_, index) => group(`g${index}`));
    expect(applyChange(full, { kind: 'add', id: 'x', name: 'X' })).toBeNull();
    expect(applyChange(full, { kind: 'restore', group: group('x'), before: null })).toBeNull();
  });
});

describe('replay', () => {
  it('keeps what can be made and tells what cannot', () => {
    const changes: Change[] = [
      { kind: 'move', cardIds: ['1'], to: 'b', before: null },
      { kind: 'rename', id: 'a', name: 'New' },
    ];
    const { groups, kept, lost } = replay([group('b', '3')], changes);
    expect(groups).toEqual([group('b', '3', '1')]);
    expect(kept).toEqual([changes[0]]);
    expect(lost).toEqual([changes[1]]);
  });

  it('never puts a card into two groups, nor loses one', () => {
    const id = fc.constantFrom('a', 'b', 'c', UNORGANIZED);
    const card = fc.constantFrom('1', '2', '3', '4', '5');
    const change: fc.Arbitrary<Change> = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), id, name: fc.constant('N') }),
      fc.record({ kind: fc.constant('delete' as const), id }),
      fc.record({
        kind: fc.constant('move' as const),
        cardIds: fc.uniqueArray(card),
        to: id,
        before: fc.option(card),
      }),
      fc.record({ kind: fc.constant('place' as const), id, before: fc.option(id) }),
    );
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const placed = replay(two, changes).groups.flatMap(({ cardIds }) => cardIds);
        expect(new Set(placed).size).toBe(placed.length);
      }),
    );
  });
});

describe('difference', () => {
  it('names what another tab did', () => {
    const after = [{ ...group('b', '3', '1', '7'), name: 'Renamed' }, group('c'), group('a', '2')];
    expect(difference(two, after)).toEqual({
      added: ['C'],
      deleted: [],
      renamed: [{ from: 'B', to: 'Renamed' }],
      moved: [{ to: 'Renamed', cards: 2 }],
      isReordered: true,
    });
  });

  it('does not count the cards that fall out of a deleted group', () => {
    expect(difference(two, [two[1]!])).toEqual({
      added: [],
      deleted: ['A'],
      renamed: [],
      moved: [],
      isReordered: false,
    });
  });

  it('sees cards change places inside a group', () => {
    expect(difference(two, [group('a', '2', '1'), two[1]!]).isReordered).toBe(true);
    expect(difference(two, two).isReordered).toBe(false);
  });

  it('tells sets apart by every part', () => {
    expect(isSameSet(two, [group('a', '1', '2'), group('b', '3')])).toBe(true);
    expect(isSameSet(two, [group('a', '2', '1'), group('b', '3')])).toBe(false);
    expect(isSameSet(two, [two[1]!, two[0]!])).toBe(false);
    expect(isSameSet(two, [two[0]!])).toBe(false);
    expect(isSameSet([two[0]!], two)).toBe(false);
    expect(isSameSet(two, [group('a', '1', '2', '4'), two[1]!])).toBe(false);
    expect(isSameSet(two, [two[0]!, { ...two[1]!, name: 'x' }])).toBe(false);
    expect(isSameSet(two, [two[0]!, { ...two[1]!, id: 'x' }])).toBe(false);
    expect(isSameSet([group('a', '1', '2', '3')], [group('a', '1', '3', '2')])).toBe(false);
  });
});
