/** Booster-pack whitelist: so many cards are 1 entry (W1-W3). */
import { Refusal } from './refusal.ts';

/** Cards per entry, and the minimum of a registration. The table of registrations checks both numbers by itself (migration 0040). */
export const CARDS_PER_ENTRY = 5;

/** Most cards in one request, well above the size of the collection. */
export const CARDS_PER_REGISTRATION = 20_000;

/** Largest and default page size. */
export const WHITELIST_PAGE = 1_000;

/**
 * A page ends with the registration that brings it to so many entries: their cards are 1.4 MB. Else one who moves many
 * cards from wallet to wallet, and registers them in each, could fill it with a hundred.
 */
export const WHITELIST_PAGE_ENTRIES = 4_000;

/** Whether nothing follows this page of the list. */
export function isLastPage(page: readonly { readonly entryCount: number }[]): boolean {
  const entries = page.reduce((sum, { entryCount: own }) => sum + own, 0);
  return page.length < WHITELIST_PAGE && entries < WHITELIST_PAGE_ENTRIES;
}

export function entryCount(cards: number): number {
  return Math.floor(cards / CARDS_PER_ENTRY);
}

/** Cards of a selection that earn no entry (W2). */
export function remainder(cards: number): number {
  return cards % CARDS_PER_ENTRY;
}

/** How many more cards a selection needs before it can be registered; 0 when it can. */
export function cardsMissing(selected: number): number {
  return Math.max(0, CARDS_PER_ENTRY - selected);
}

/** Refusals: card-repeated, too-few-cards. */
export function checkSelection(cardIds: readonly string[]): void {
  if (new Set(cardIds).size !== cardIds.length) throw new Refusal('card-repeated');
  if (cardIds.length < CARDS_PER_ENTRY) {
    throw new Refusal('too-few-cards', { min: CARDS_PER_ENTRY });
  }
}

/** Independent of the order of the cards. */
export function selectionKey(cardIds: readonly string[]): string {
  return [...cardIds].sort().join(' ');
}

export function cardsNotHeld(selected: readonly string[], held: ReadonlySet<string>): string[] {
  return selected.filter((id) => !held.has(id));
}
