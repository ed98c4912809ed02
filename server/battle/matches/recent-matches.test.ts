import { expect, it } from 'vitest';
import type { StoredMatch } from './match-row.ts';
import { createRecentMatches } from './recent-matches.ts';

let clock = 0;
const now = () => clock;
const at = (id: string, version: number, token = `${version}`): StoredMatch =>
  ({ match: { id, version }, token }) as unknown as StoredMatch;

it('keeps the newest version of a match, in whatever order they come', () => {
  const recent = createRecentMatches({ now, isFresh: () => true });
  const [early, late] = [recent.begin(), recent.begin()];
  recent.keep(at('a', 2), late);
  recent.keep(at('a', 1), early);
  expect(recent.get('a')).toEqual(at('a', 2));
  recent.keep(at('a', 3), early);
  expect(recent.get('a')).toEqual(at('a', 3));
  expect(recent.get('b')).toBeUndefined();
});

it('believes an older version, or another one of the same number, that was read after it was kept', () => {
  const recent = createRecentMatches({ now, isFresh: () => true });
  const overlapping = recent.begin();
  recent.keep(at('a', 7), recent.begin());
  expect(recent.since('a', overlapping)).toEqual(at('a', 7));
  recent.keep(at('a', 7, 'other'), overlapping);
  expect(recent.get('a')).toEqual(at('a', 7));
  const after = recent.begin();
  expect(recent.since('a', after)).toBeUndefined();
  recent.keep(at('a', 7, 'other'), after);
  expect(recent.get('a')).toEqual(at('a', 7, 'other'));
  recent.keep(at('a', 6), recent.begin());
  expect(recent.get('a')).toEqual(at('a', 6));
});

it('forgets the one touched longest ago when there are too many', () => {
  const recent = createRecentMatches({ now, isFresh: () => true }, 2);
  for (const id of ['a', 'b', 'a', 'c']) recent.keep(at(id, 1), recent.begin());
  expect(['a', 'b', 'c'].map((id) => recent.get(id) !== undefined)).toEqual([true, false, true]);
});

it('shows one only while it is fresh, and not once somebody else changed it', () => {
  const recent = createRecentMatches({ now, isFresh: (readAt) => readAt >= 5 });
  const begunAt = (time: number) => {
    clock = time;
    return recent.begin();
  };
  recent.keep(at('a', 1), begunAt(4));
  expect(recent.fresh('a')).toBeUndefined();
  const five = begunAt(5);
  recent.keep(at('a', 1), five);
  recent.keep(at('a', 1), { ...five, at: 4 });
  expect(recent.fresh('a')).toEqual(at('a', 1));
  recent.changed('a', '1');
  expect(recent.fresh('a')).toEqual(at('a', 1));
  recent.changed('a', '2');
  expect(recent.fresh('a')).toBeUndefined();
  expect(recent.get('a')).toEqual(at('a', 1));
  recent.keep(at('a', 2), begunAt(6));
  expect(recent.fresh('a')).toEqual(at('a', 2));
});
