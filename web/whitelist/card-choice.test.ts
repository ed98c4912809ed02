import { describe, expect, it } from 'vitest';
import {
  cardsInUse,
  allSpareCards,
  spareForNextEntry,
  toNextEntry,
  summarize,
} from './card-choice.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const cards = (count: number) => ids(count).map((id) => ({ id, isListed: false }));

describe('the worth of a selection', () => {
  it.each([
    [0, 5, 0, []],
    [4, 1, 0, []],
    [5, 0, 1, []],
    [7, 0, 1, ['c5', 'c6']],
    [10, 0, 2, []],
  ])('%i cards: %i missing, %i entries, idle %j', (count, missing, entries, idle) => {
    expect(summarize(ids(count))).toEqual({ missing, entries, idle });
  });
});

describe('spare cards', () => {
  it('start an entry, or fill up the one begun', () => {
    expect(spareForNextEntry(cards(9), new Set(), new Set())).toHaveLength(5);
    const more = spareForNextEntry(cards(9), new Set(['c0']), new Set(['c1', 'c2']));
    expect(more).toEqual(['c3', 'c4', 'c5']);
    expect(toNextEntry(2)).toBe(3);
    expect(toNextEntry(5)).toBe(5);
  });

  it('leave listed cards for last', () => {
    const mixed = cards(6).map((card) => ({ ...card, isListed: card.id === 'c0' }));
    expect(spareForNextEntry(mixed, new Set(), new Set())).not.toContain('c0');
  });

  it('fill up even when fewer than five are left', () => {
    expect(spareForNextEntry(cards(6), new Set(), new Set(ids(4)))).toEqual(['c4']);
    expect(spareForNextEntry(cards(4), new Set(), new Set())).toEqual([]);
  });

  it('all of them make whole entries with what is selected', () => {
    expect(allSpareCards(cards(13), new Set(['c0']), new Set(['c1', 'c2']))).toHaveLength(8);
    expect(allSpareCards(cards(4), new Set(), new Set())).toEqual([]);
    const mixed = cards(6).map((card) => ({ ...card, isListed: card.id === 'c0' }));
    expect(allSpareCards(mixed, new Set(), new Set())).not.toContain('c0');
  });

  it('knows since when a card is in use', () => {
    const entry = {
      id: 'e',
      walletAddress: '0x1',
      entryCount: 1,
      hasRequiredCards: true,
      registeredAt: '2026-01-02T03:04:05.000Z',
      checkedAt: '2026-01-02T03:04:05.000Z',
    };
    const backing = cardsInUse([{ ...entry, selectedNftIds: ['a', 'b'] }]);
    expect([...backing]).toEqual([
      ['a', entry.registeredAt],
      ['b', entry.registeredAt],
    ]);
  });
});
