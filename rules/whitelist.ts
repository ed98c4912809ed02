/** Booster-pack whitelist: 5 cards are 1 entry (W1-W3). */
import { Refusal } from './refusal.ts';

/** Cards for one entry, and the fewest that can be registered. */
export const CARDS_PER_ENTRY = 5;

/** Most cards one registration may name: only a bound of the call, well above the whole collection. */
export const CARDS_PER_REGISTRATION = 20_000;

/** Most registrations in one answer, and the default. */
export const WHITELIST_PAGE = 1_000;

/** Entries that `cards` selected cards are worth. */
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

/** Refuses a selection that is too small or names a card twice. */
export function checkSelection(cardIds: readonly string[]): void {
  if (new Set(cardIds).size !== cardIds.length) throw new Refusal('card-repeated');
  if (cardIds.length < CARDS_PER_ENTRY) {
    throw new Refusal('too-few-cards', { min: CARDS_PER_ENTRY });
  }
}

/** The same for a set of cards in any order. */
export function selectionKey(cardIds: readonly string[]): string {
  return [...cardIds].sort().join(' ');
}

export function cardsNotHeld(selected: readonly string[], held: ReadonlySet<string>): string[] {
  return selected.filter((id) => !held.has(id));
}

/**
 * Five (or a multiple) spare cards for a one-press selection: unlisted before listed, because a
 * listed card may be sold and the entry would lapse.
 * @returns the ids of the most whole entries' worth of cards up to `entries`, or [] when fewer than 5 are spare
 */
export function pickSpareCards(
  cards: readonly { readonly id: string; readonly isListed: boolean }[],
  backing: ReadonlySet<string>,
  entries = 1,
): string[] {
  const spare = cards.filter((card) => !backing.has(card.id));
  const inOrder = [...spare.filter((c) => !c.isListed), ...spare.filter((c) => c.isListed)];
  const whole = Math.min(entries, entryCount(inOrder.length)) * CARDS_PER_ENTRY;
  return inOrder.slice(0, whole).map((card) => card.id);
}
