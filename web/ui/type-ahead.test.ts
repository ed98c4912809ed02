import { describe, expect, it } from 'vitest';
import { createTypeAhead, TYPED_TOGETHER_MS } from './type-ahead.ts';

const LABELS = ['Group 1', 'Group 10', 'Group 2', 'Stars', 'Stars of old', 'New group...'];

/** Types words one after the other, each with a rest before it. @returns the labels that every key led to */
function typed(...words: string[]): (string | null)[] {
  const typeAhead = createTypeAhead();
  let [time, at] = [0, 0];
  return words.flatMap((word) => {
    time += TYPED_TOGETHER_MS;
    return [...word].map((key) => {
      time += 1;
      const found = typeAhead({ key, timeStamp: time }, LABELS, at);
      if (found === null) return null;
      at = found;
      return LABELS[found]!;
    });
  });
}

describe('letters typed in a menu', () => {
  it('lead to what begins with all of them, whatever their case', () => {
    expect(typed('stars o').at(-1)).toBe('Stars of old');
    expect(typed('GROUP 2').at(-1)).toBe('Group 2');
    expect(typed('group 10').at(-1)).toBe('Group 10');
  });

  it('stay where they are while that begins with them', () => {
    expect(typed('stars')).toEqual(LABELS.slice(3, 4).concat(Array(4).fill('Stars')));
  });

  it('begin anew after a rest, and one letter goes on to the next', () => {
    expect(typed('s', 's', 's')).toEqual(['Stars', 'Stars of old', 'Stars']);
    expect(typed('ggg')).toEqual(['Group 10', 'Group 2', 'Group 1']);
    expect(typed('stars', 'n').at(-1)).toBe('New group...');
  });

  it('that nothing begins with leave the focus where it is, and so does a space behind them', () => {
    expect(typed('x')).toEqual(['Group 1']);
    expect(typed('stars', 'grup ').slice(-3)).toEqual(['Group 1', 'Group 1', 'Group 1']);
  });

  it('are neither a space by itself nor keys with names', () => {
    expect(typed('stars', ' ').at(-1)).toBeNull();
    expect(createTypeAhead()({ key: 'Shift', timeStamp: 1 }, LABELS, 0)).toBeNull();
  });
});
