import { expect, it } from 'vitest';
import type { StoredMatch } from './match-row.ts';
import { createRecentMatches } from './recent-matches.ts';

const at = (id: string, version: number): StoredMatch =>
  ({ match: { id, version } }) as unknown as StoredMatch;

it('keeps the newest version of a match, in whatever order they come', () => {
  const recent = createRecentMatches(() => true);
  recent.keep(at('a', 2), 0);
  recent.keep(at('a', 1), 0);
  expect(recent.get('a')).toEqual(at('a', 2));
  recent.keep(at('a', 3), 0);
  expect(recent.get('a')).toEqual(at('a', 3));
  expect(recent.get('b')).toBeUndefined();
});

it('forgets the one touched longest ago when there are too many', () => {
  const recent = createRecentMatches(() => true, 2);
  recent.keep(at('a', 1), 0);
  recent.keep(at('b', 1), 0);
  recent.keep(at('a', 1), 0);
  recent.keep(at('c', 1), 0);
  expect(['a', 'b', 'c'].map((id) => recent.get(id) !== undefined)).toEqual([true, false, true]);
});

it('shows one only while it is fresh, and not once somebody else changed it', () => {
  const recent = createRecentMatches((readAt) => readAt >= 5);
  recent.keep(at('a', 1), 4);
  expect(recent.fresh('a')).toBeUndefined();
  recent.keep(at('a', 1), 5);
  recent.keep(at('a', 1), 4);
  expect(recent.fresh('a')).toEqual(at('a', 1));
  recent.changed('a', 1);
  expect(recent.fresh('a')).toEqual(at('a', 1));
  recent.changed('a', 2);
  expect(recent.fresh('a')).toBeUndefined();
  expect(recent.get('a')).toEqual(at('a', 1));
  recent.keep(at('a', 2), 6);
  expect(recent.fresh('a')).toEqual(at('a', 2));
});
