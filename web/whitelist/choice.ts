/** What a selection of cards is worth, and what is in its way. */
import type { WhitelistEntry } from '#contract/whitelist.ts';
import {
  CARDS_PER_ENTRY,
  cardsMissing,
  entryCount,
  pickSpareCards,
  remainder,
} from '#rules/whitelist.ts';

export interface Worth {
  /** Cards still missing for the first entry. */
  readonly missing: number;
  readonly entries: number;
  /** Cards tied up for nothing: the ones selected last. */
  readonly idle: readonly string[];
}

/** @param selected in the order they were selected */
export function worthOf(selected: readonly string[]): Worth {
  const count = selected.length;
  const entries = entryCount(count);
  return {
    missing: cardsMissing(count),
    entries,
    idle: entries === 0 ? [] : selected.slice(count - remainder(count)),
  };
}

/** Cards that back an entry of this collector, each with the time it was registered. */
export function backingOf(entries: readonly WhitelistEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ selectedNftIds, registeredAt }) =>
      selectedNftIds.map((id) => [id, registeredAt] as const),
    ),
  );
}

/** How many cards complete the selection to whole entries, or start the next one. */
export function toNextEntry(selected: number): number {
  return CARDS_PER_ENTRY - remainder(selected);
}

/** Every spare card that makes whole entries with the selection, listed ones last. */
export function everySpare(
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
 * The spare cards that would complete the next entry; [] when there are not enough.
 * @param unavailable cards that back something or cannot be registered
 */
export function spareFor(
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
