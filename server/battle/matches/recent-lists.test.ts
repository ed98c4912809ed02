import { expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { createRecentLists } from './recent-lists.ts';

const [ann, ben, eve] = ['0xa', '0xb', '0xe'].map((text) => canonicalAddress(text)!) as [
  ReturnType<typeof canonicalAddress> & string,
  ReturnType<typeof canonicalAddress> & string,
  ReturnType<typeof canonicalAddress> & string,
];

it('gives a list back while it is fresh', () => {
  const lists = createRecentLists((readAt) => readAt >= 5);
  lists.keep(ann, ['one'], 5);
  lists.keep(ben, ['one'], 4);
  expect([lists.fresh(ann), lists.fresh(ben)]).toEqual([['one'], undefined]);
});

it('is read again once a match began, and a reading from before it does not count', () => {
  const lists = createRecentLists(() => true);
  lists.keep(ann, [], 10);
  lists.grew(ann, 20);
  lists.keep(ann, [], 20);
  expect(lists.fresh(ann)).toBeUndefined();
  lists.keep(ann, ['new'], 21);
  expect(lists.fresh(ann)).toEqual(['new']);
});

it('forgets the one read longest ago when there are too many', () => {
  const lists = createRecentLists(() => true, 2);
  lists.keep(ann, ['one'], 1);
  lists.keep(ben, ['one'], 1);
  lists.keep(ann, ['one', 'two'], 2);
  lists.keep(eve, [], 2);
  expect([ann, ben, eve].map(lists.fresh)).toEqual([['one', 'two'], undefined, []]);
});
