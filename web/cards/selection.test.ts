import { describe, expect, it } from 'vitest';
import { extendTo, keepExisting, NOTHING, taken, toggle, toggleAll } from './selection.ts';

describe('the selection', () => {
  const order = ['1', '2', '3', '4', '5'];

  it('toggles one card, extends from the anchor, and selects all', () => {
    const one = toggle(NOTHING, '2');
    expect([...extendTo(one, order, '4').ids]).toEqual(['2', '3', '4']);
    expect([...extendTo(one, order, '1').ids]).toEqual(['2', '1']);
    expect([...extendTo(NOTHING, order, '3').ids]).toEqual(['3']);
    expect([...toggle(one, '2').ids]).toEqual([]);
    const all = toggleAll(one, order);
    expect(all.ids.size).toBe(5);
    expect(toggleAll(all, order).ids.size).toBe(0);
  });

  it('drags along in the order shown, but only when the grabbed card is part of it', () => {
    const some = toggle(toggle(NOTHING, '4'), '2');
    expect(taken(some, order, ['4'])).toEqual(['2', '4']);
    expect(taken(some, order, ['5'])).toEqual(['5']);
  });

  it('forgets cards that are gone', () => {
    const some = toggle(toggle(NOTHING, '4'), '2');
    expect(keepExisting(some, () => true)).toBe(some);
    expect(keepExisting(some, (id) => id === '4')).toEqual({ ids: new Set(['4']), anchor: null });
  });
});
