import { describe, expect, it } from 'vitest';
import type { Nft } from '#contract/cards.ts';
import {
  type CardFilter,
  cardsByName,
  collectionsOf,
  kisOf,
  NO_FILTER,
  neighbour,
  sectionsOf,
} from './sections.ts';

const card = (id: string, name: string, more: Partial<Nft> = {}): Nft => ({
  id,
  tokenId: id,
  contractAddress: '0x1::genesis::Card',
  name,
  description: null,
  imageUrl: null,
  place: 'wallet',
  kioskId: null,
  isListed: false,
  isLocked: false,
  heldSince: null,
  ...more,
});
const all = [
  card('0xaa', 'Drops #10'),
  card('0xbb', 'Drops #9', { isLocked: true }),
  card('0xcc', 'Éclair', { isListed: true, contractAddress: '0x2::other_set::Card' }),
];
const cards = new Map(all.map((one) => [one.id, one]));
const groups = [
  { id: 'unorganized', name: 'My Collection', cardIds: ['0xaa', '0xbb', '0xcc'] },
  { id: 'g', name: 'Mine', cardIds: [] },
];
const OPEN = { collapsed: new Set<string>(), spread: new Set<string>(), editing: null };
const seen = (filter: Partial<CardFilter>) =>
  sectionsOf(groups, cards, { ...NO_FILTER, ...filter }, OPEN, new Set());

describe('what is shown', () => {
  it('is everything as arranged, and a group has places only in its own order', () => {
    const [first, second] = seen({});
    expect(first).toMatchObject({ cardIds: ['0xaa', '0xbb', '0xcc'], total: 3, hasPlaces: false });
    expect(second).toMatchObject({ cardIds: [], total: 0, hasPlaces: true });
    expect(seen({ order: 'name' })[1]).toMatchObject({ hasPlaces: false });
  });

  it('sorts numbers as numbers, and listed and locked first when asked', () => {
    expect(seen({ order: 'name' })[0]?.cardIds).toEqual(['0xbb', '0xaa', '0xcc']);
    expect(seen({ order: 'state' })[0]?.cardIds).toEqual(['0xcc', '0xbb', '0xaa']);
  });

  it('sorts by the number alone, and newest first with the unknown at the end', () => {
    expect(seen({ order: 'number' })[0]?.cardIds).toEqual(['0xbb', '0xaa', '0xcc']);
    const dated = new Map(
      all.map((one, day) => [
        one.id,
        { ...one, heldSince: day === 0 ? null : `2026-11-0${day}T00:00:00.000Z` },
      ]),
    );
    const filter = { ...NO_FILTER, order: 'newest' } as const;
    const [first] = sectionsOf(groups, dated, filter, OPEN, new Set());
    expect(first?.cardIds).toEqual(['0xcc', '0xbb', '0xaa']);
  });

  it.each([
    ['eclair', ['0xcc']],
    ['drops 9', ['0xbb']],
    ['drops #９', ['0xbb']],
    ['drops ٩', ['0xbb']],
    ['drops ۹', ['0xbb']],
    ['  DROPS ', ['0xaa', '0xbb']],
    ['0xaa', ['0xaa']],
  ])(
    'finds %j whatever case, accents and digits of other keyboards, by every word',
    (search, found) => {
      const shown = seen({ search });
      expect(shown[0]?.cardIds).toEqual(found);
      expect(shown).toHaveLength(1); // groups without a match are hidden
    },
  );

  it('filters one collection and keeps empty groups to move cards into', () => {
    const shown = seen({ collection: '0x2::other_set::Card' });
    expect(shown.map(({ cardIds, total }) => [cardIds.length, total])).toEqual([
      [1, 3],
      [0, 0],
    ]);
  });

  it('filters one Ki, of those that some card has', { tags: 'cards-15' }, () => {
    const some = [
      card('1', 'Transcendence #1'),
      card('2', 'Éclair'),
      card('3', 'the hodlord card'),
    ];
    expect(kisOf([...some, some[0]!])).toEqual([
      { ki: 'inferno', cards: 1 },
      { ki: 'eter', cards: 2 },
    ]);
    const [only] = [{ ...groups[0]!, cardIds: ['1', '2', '3'] }];
    const shown = (ki: CardFilter['ki']) =>
      sectionsOf([only], cardsByName(some), { ...NO_FILTER, ki }, OPEN, new Set())[0]?.cardIds;
    expect([shown('eter'), shown(null)]).toEqual([['1'], ['1', '2', '3']]);
  });

  it('goes on at the card after those that leave, else at the one before', () => {
    const sections = seen({});
    const next = (...leaving: string[]) => neighbour(sections, leaving);
    expect(next('0xaa', '0xbb')).toEqual({ groupId: 'unorganized', cardId: '0xcc' });
    expect(next('0xcc')).toEqual({ groupId: 'unorganized', cardId: '0xbb' });
    expect(next('0xaa', '0xbb', '0xcc')).toEqual({ groupId: 'unorganized', cardId: null });
    expect(next('0xdd')).toBeNull();
  });

  it('opens collapsed groups while searching', () => {
    const opened = { ...OPEN, collapsed: new Set(['unorganized']) };
    expect(sectionsOf(groups, cards, NO_FILTER, opened, new Set())[0]?.isCollapsed).toBe(true);
    const search = { ...NO_FILTER, search: 'drops' };
    expect(sectionsOf(groups, cards, search, opened, new Set())[0]?.isCollapsed).toBe(false);
  });

  it('hides no group whose name is being edited, whatever is searched for', () => {
    const search = { ...NO_FILTER, search: 'drops' };
    const shown = sectionsOf(groups, cards, search, { ...OPEN, editing: 'g' }, new Set());
    expect(shown.map(({ id }) => id)).toEqual(['unorganized', 'g']);
  });

  it('lays out the default group by name, numbers as numbers', () => {
    expect([...cardsByName(all).keys()]).toEqual(['0xbb', '0xaa', '0xcc']);
  });
});

describe('collections', () => {
  it('are named after their module, largest first', () => {
    expect(collectionsOf(all).map(({ label, cards: count }) => [label, count])).toEqual([
      ['Genesis', 2],
      ['Other Set', 1],
    ]);
  });

  it('show their package where two have the same module', () => {
    const twins = [card('1', 'a'), card('2', 'b', { contractAddress: '0x9999::genesis::Card' })];
    expect(collectionsOf(twins).map(({ label }) => label)).toEqual([
      'Genesis 0x1',
      'Genesis 0x9999',
    ]);
  });
});
