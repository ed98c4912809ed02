import { describe, expect, it } from 'vitest';
import { cardsForEntries, cardsInUse, summarize, toNextEntry } from './card-choice.ts';

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

describe('the cards for a number of entries', () => {
  const choose = (count: number, used: string[], selected: string[], entries: number) =>
    cardsForEntries(cards(count), new Set(used), selected, entries);

  it('keep what is selected, and fill it up in the order shown', () => {
    expect(choose(9, ['c0'], ['c4', 'c2'], 1)).toEqual(['c4', 'c2', 'c1', 'c3', 'c5']);
    expect(choose(9, [], [], 1)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  });

  it('cut what was selected last', () => {
    expect(choose(12, [], ids(12), 1)).toEqual(ids(5));
    expect(choose(12, [], ids(7), 0)).toEqual([]);
  });

  it('are never more than there are, nor a part of an entry', () => {
    expect(choose(13, ['c0'], ['c1', 'c2'], 300)).toHaveLength(10);
    expect(choose(4, [], [], 1)).toEqual([]);
    expect(choose(6, [], ids(4), 1)).toEqual(ids(5));
  });

  it('leave listed cards for last', () => {
    const mixed = cards(6).map((card) => ({ ...card, isListed: card.id === 'c0' }));
    expect(cardsForEntries(mixed, new Set(), [], 1)).not.toContain('c0');
    expect(toNextEntry(2)).toBe(3);
    expect(toNextEntry(5)).toBe(5);
  });
});

describe('cards in use', () => {
  it('are told with the time of their registration', () => {
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
