/** Rules of the selection in the registration dialog. */
import type { WhitelistEntry } from '#contract/whitelist.ts';
import {
  CARDS_PER_ENTRY,
  cardsMissing,
  entryCount,
  pickSpareCards,
  remainder,
} from '#rules/whitelist.ts';

export interface SelectionSummary {
  /** Number of cards missing for the first entry. */
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

/** Free cards that give whole entries with the selection; listed cards come last. */
export function allSpareCards(
  cards: readonly { readonly id: string; readonly isListed: boolean }[],
  unavailable: ReadonlySet<string>,
  selected: ReadonlySet<string>,
): string[] {
  const free = cards.filter(({ id }) => !unavailable.has(id) && !selected.has(id));
  const inOrder = [...free.filter((one) => !one.isListed), ...free.filter((one) => one.isListed)];
  const all = selected.size + inOrder.length;
  return inOrder.slice(0, Math.max(0, all - remainder(all) - selected.size)).map(({ id }) => id);
}

/**
 * Free cards that would complete the next entry; [] when there are not enough.
 * @param unavailable cards in use, or that cannot be registered
 */
export function spareForNextEntry(
  cards: readonly { readonly id: string; readonly isListed: boolean }[],
  unavailable: ReadonlySet<string>,
  selected: ReadonlySet<string>,
): string[] {
  const wanted = toNextEntry(selected.size);
  const taken = new Set([...unavailable, ...selected]);
  const five = pickSpareCards(cards, taken);
  if (five.length > 0) return five.slice(0, wanted);
  // Fewer than five are left, yet enough to fill up what is selected.
  const rest = cards.filter(({ id }) => !taken.has(id));
  return rest.length >= wanted ? rest.slice(0, wanted).map(({ id }) => id) : [];
}
