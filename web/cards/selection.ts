/** Which cards are selected, and from where a range is drawn. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Where the next range starts. */
  readonly anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds everything from the anchor to `id`, in the order shown; without an anchor just `id`. */
export function extendTo(
  { ids, anchor }: Selection,
  order: readonly string[],
  id: string,
): Selection {
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) return { ids: new Set([...ids, id]), anchor: id };
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor };
}

/** Adds all of them, or takes all of them out when all were selected. */
export function toggleAll({ ids, anchor }: Selection, some: readonly string[]): Selection {
  const next = new Set(ids);
  const hasAll = some.length > 0 && some.every((id) => ids.has(id));
  for (const id of some) hasAll ? next.delete(id) : next.add(id);
  return { ids: next, anchor };
}

/** Without the cards that are no longer there. The same object when none is missing. */
export function keepExisting(selection: Selection, exists: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(exists);
  if (ids.length === selection.ids.size) return selection;
  const { anchor } = selection;
  return { ids: new Set(ids), anchor: anchor !== null && exists(anchor) ? anchor : null };
}

/** What a drag that starts on `id` takes along, in the order shown: the selection if it is part of it. */
export function taken({ ids }: Selection, order: readonly string[], id: string): string[] {
  return ids.has(id) ? order.filter((one) => ids.has(one)) : [id];
}
