import type { Nft } from '#contract/cards.ts';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import { CARDS_PER_ENTRY, cardsMissing, entryCount, remainder } from '#rules/whitelist.ts';

interface SelectionSummary {
  readonly missing: number;
  readonly entries: number;
  /** Cards beyond a multiple of five, selected last: they would be in use without giving an entry. */
  readonly idle: readonly string[];
}

/** @param selected in the order they were selected */
export function summarize(selected: readonly string[]): SelectionSummary {
  const count = selected.length;
  const entries = entryCount(count);
  return {
    missing: cardsMissing(count),
    entries,
    idle: entries === 0 ? [] : selected.slice(count - remainder(count)),
  };
}

/** Cards in use by this collector's entries, with the time of the registration. */
export function cardsInUse(entries: readonly WhitelistEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ selectedNftIds, registeredAt }) =>
      selectedNftIds.map((id) => [id, registeredAt] as const),
    ),
  );
}

/** Number of cards that complete the selection to a whole entry, or to the next one. */
export function toNextEntry(selected: number): number {
  return CARDS_PER_ENTRY - remainder(selected);
}

/**
 * The cards for so many entries, or for as many as there are cards for. What is selected stays, in its order, cut
 * where it is too much; then come free cards in the order shown, listed ones last, because a sale ends an entry.
 * @param unavailable cards in use, or that cannot be registered
 * @param selected in the order they were selected
 */
export function cardsForEntries(
  cards: readonly Pick<Nft, 'id' | 'isListed'>[],
  unavailable: ReadonlySet<string>,
  selected: readonly string[],
  entries: number,
): string[] {
  const chosen = new Set(selected);
  const free = cards.filter(({ id }) => !unavailable.has(id) && !chosen.has(id));
  const inOrder = [...free.filter((one) => !one.isListed), ...free.filter((one) => one.isListed)];
  const all = [...selected, ...inOrder.map(({ id }) => id)];
  return all.slice(0, Math.min(entries, entryCount(all.length)) * CARDS_PER_ENTRY);
}
