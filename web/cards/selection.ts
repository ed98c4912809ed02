/** Selected cards, with the anchor of range selection. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds the range from the anchor to `id`, in the order shown; without an anchor only `id`. */
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

/** Selects all of `some`, or none of them when all were selected. */
export function toggleAll({ ids, anchor }: Selection, some: readonly string[]): Selection {
  const next = new Set(ids);
  const hasAll = some.every((id) => ids.has(id));
  for (const id of some) hasAll ? next.delete(id) : next.add(id);
  return { ids: next, anchor };
}

/** Without cards that no longer exist. The same object when nothing changes. */
export function keepExisting(selection: Selection, exists: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(exists);
  if (ids.length === selection.ids.size) return selection;
  const { anchor } = selection;
  return { ids: new Set(ids), anchor: anchor !== null && exists(anchor) ? anchor : null };
}

/** The cards of a drag that starts on `tile`, in the order shown: the selection if any of the tile's is selected. */
export function taken(
  { ids }: Selection,
  order: readonly string[],
  tile: readonly string[],
): readonly string[] {
  return tile.some((id) => ids.has(id)) ? order.filter((one) => ids.has(one)) : tile;
}

/** Selects all cards of a tile, or none of them when all were selected. */
export function toggleTile(selection: Selection, tile: readonly string[]): Selection {
  return { ids: toggleAll(selection, tile).ids, anchor: tile[0] ?? selection.anchor };
}
