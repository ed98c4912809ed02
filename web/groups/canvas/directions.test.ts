import { describe, expect, it } from 'vitest';
import { section } from '#tests/support/organiser-section.ts';
import { type Direction, moveCursor, moveTarget, placeOf, settle, startOf } from './directions.ts';

// a: 1 2 3 / 4 5    b: (empty)    c: 6 7
const sections = [
  section('a', ['1', '2', '3', '4', '5']),
  section('b', []),
  section('c', ['6', '7']),
];
const at = (place: string) => {
  const [groupId = '', card] = place.split('/');
  return { groupId, cardId: card ?? null };
};
const walk = (from: string, ...steps: Direction[]) => {
  const end = steps.reduce((cursor, step) => moveCursor(sections, 3, cursor, step), at(from));
  return end.cardId === null ? end.groupId : `${end.groupId}/${end.cardId}`;
};

describe('the cursor', () => {
  it.each<[string, Direction[], string]>([
    ['a/1', ['right'], 'a/2'],
    ['a/1', ['left'], 'a'],
    ['a', ['left'], 'a'],
    ['a/2', ['down'], 'a/5'],
    ['a/3', ['down'], 'a/5'],
    ['a/5', ['down'], 'b'],
    ['a/5', ['right'], 'b'],
    ['b', ['down'], 'c'],
    ['c', ['down'], 'c/6'],
    ['c/7', ['down', 'right'], 'c/7'],
    ['c/6', ['up', 'up', 'up'], 'a/5'],
    ['a/4', ['last'], 'a/5'],
    ['a/4', ['first'], 'a/1'],
    ['a/4', ['next-group', 'next-group'], 'c'],
    ['c/6', ['previous-group'], 'c'],
    ['c/6', ['previous-group', 'previous-group'], 'b'],
    ['c', ['left'], 'b'],
    ['b', ['left'], 'a/5'],
  ])('from %s by %j to %s', (from, steps, to) => {
    expect(walk(from, ...steps)).toBe(to);
  });

  it('follows its card into another group, and stays near when it is gone', () => {
    expect(settle(sections, at('a/6'))).toEqual(at('c/6'));
    expect(settle(sections, at('a/99'))).toEqual(at('a'));
    expect(settle(sections, at('z/99'))).toEqual(at('a/1'));
    expect(settle(sections, null)).toEqual(at('a/1'));
    expect(settle([], at('a/1'))).toBeNull();
    const closed = [section('a', ['1'], { isCollapsed: true })];
    expect(settle(closed, at('a/1'))).toEqual(at('a'));
  });
});

describe('dragged cards', () => {
  const dragged = new Set(['2']);
  const to = (groupId: string, before: string | null) => ({ groupId, before });
  const step = (from: ReturnType<typeof to>, ...steps: Direction[]) =>
    steps.reduce((target, one) => moveTarget(sections, 3, dragged, target, one), from);

  it('start where they are', () => {
    expect(startOf(sections, at('a/2'), dragged)).toEqual(to('a', '3'));
    expect(startOf(sections, at('c/7'), new Set(['7']))).toEqual(to('c', null));
  });

  it.each<[[string, string | null], Direction[], [string, string | null]]>([
    [['a', '3'], ['left'], ['a', '1']],
    [['a', '1'], ['left'], ['a', '1']],
    [['a', '5'], ['right'], ['a', null]],
    [['a', null], ['right'], ['b', null]],
    [['b', null], ['right'], ['c', '6']],
    [['c', '6'], ['left'], ['b', null]],
    [['a', '1'], ['down'], ['a', '5']],
    [['a', '5'], ['down'], ['b', null]],
    [['b', null], ['up'], ['a', '5']],
    [['a', '4'], ['up'], ['a', '1']],
    [
      ['a', '3'],
      ['next-group', 'next-group'],
      ['c', '6'],
    ],
    [['c', '7'], ['previous-group'], ['b', null]],
    [['a', '3'], ['last'], ['a', null]],
    [['a', null], ['first'], ['a', '1']],
  ])('from %j by %j to %j', (from, steps, end) => {
    expect(step(to(...from), ...steps)).toEqual(to(...end));
  });

  it('have one place in a group that keeps no order', () => {
    const rest = [section('r', ['1', '2'], { hasPlaces: false }), section('c', ['6'])];
    expect(moveTarget(rest, 3, dragged, to('r', null), 'right')).toEqual(to('c', '6'));
    expect(placeOf(rest, dragged, to('r', null))).toBeNull();
    expect(placeOf(rest, dragged, to('c', null))).toEqual({ place: 2, of: 2 });
  });
});
