/** The difference between two states of the groups, in terms a collector can read (G2). */
import { type Group, UNORGANIZED, UNORGANIZED_NAME } from '#rules/groups.ts';

export interface Difference {
  readonly added: readonly string[];
  readonly deleted: readonly string[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** Number of cards that changed their group, by new group; cards of a deleted group are not counted. */
  readonly moved: readonly { readonly to: string; readonly cards: number }[];
  /** The order of the groups changed, or the order of cards inside one. */
  readonly isReordered: boolean;
}

export function difference(before: readonly Group[], after: readonly Group[]): Difference {
  const old = new Map(before.map((group) => [group.id, group]));
  const now = new Map(after.map((group) => [group.id, group]));
  const renamed = after.flatMap(({ id, name }) => {
    const from = old.get(id)?.name;
    return from === undefined || from === name ? [] : [{ from, to: name }];
  });
  return {
    added: after.filter(({ id }) => !old.has(id)).map(({ name }) => name),
    deleted: before.filter(({ id }) => !now.has(id)).map(({ name }) => name),
    renamed,
    moved: movedCards(before, after, now),
    isReordered: isReordered(before, after, old, now),
  };
}

function movedCards(
  before: readonly Group[],
  after: readonly Group[],
  now: ReadonlyMap<string, Group>,
): { to: string; cards: number }[] {
  const was = placesOf(before);
  const is = placesOf(after);
  const counts = new Map<string, number>();
  for (const card of new Set([...was.keys(), ...is.keys()])) {
    const from = was.get(card) ?? UNORGANIZED;
    const to = is.get(card) ?? UNORGANIZED;
    const fellOut = to === UNORGANIZED && !now.has(from);
    if (from !== to && !fellOut) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  return [...counts].map(([id, cards]) => ({ to: now.get(id)?.name ?? UNORGANIZED_NAME, cards }));
}

function placesOf(groups: readonly Group[]): Map<string, string> {
  return new Map(groups.flatMap(({ id, cardIds }) => cardIds.map((card) => [card, id] as const)));
}

function isReordered(
  before: readonly Group[],
  after: readonly Group[],
  old: ReadonlyMap<string, Group>,
  now: ReadonlyMap<string, Group>,
): boolean {
  const order = (groups: readonly Group[], others: ReadonlyMap<string, Group>) =>
    groups.filter(({ id }) => others.has(id)).map(({ id }) => id);
  if (order(before, now).join(' ') !== order(after, old).join(' ')) return true;
  return after.some(({ id, cardIds }) => {
    const earlier = old.get(id)?.cardIds ?? [];
    const had = new Set(earlier);
    const has = new Set(cardIds);
    const stayed = earlier.filter((card) => has.has(card));
    return stayed.join(' ') !== cardIds.filter((card) => had.has(card)).join(' ');
  });
}
