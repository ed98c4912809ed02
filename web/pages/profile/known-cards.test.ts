import { describe, expect, it } from 'vitest';
import type { Nft } from '#contract/cards.ts';
import type { User } from '#contract/collectors.ts';
import { knownCards } from './known-cards.ts';

const cards = [{ id: '0xa' }] as Nft[];
const read = { syncedAt: '2026-01-01T00:00:00.000Z' } as User;
const unread = { syncedAt: null } as User;

describe('the cards as far as they are known', () => {
  it('knows nothing of a wallet that was never read, whatever the list says', () => {
    expect(knownCards(undefined, cards, true)).toBeUndefined();
    expect(knownCards(unread, [], false)).toBeUndefined();
    expect(knownCards(read, undefined, true)).toBeUndefined();
  });

  it('does not take the list from before a reading for the one after it, when the user comes first', () => {
    expect(knownCards(read, [], true)).toBeUndefined();
  });

  it('shows the last known cards while they are read again, and an empty wallet once it was read', () => {
    expect(knownCards(read, cards, true)).toBe(cards);
    expect(knownCards(read, [], false)).toEqual([]);
  });
});
