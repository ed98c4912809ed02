/** Groups of cards: the collector's own and one default group (G1). */
import { cleanName } from './collectors.ts';
import { Refusal } from './refusal.ts';

/** The default group holds every card without another group. It is not stored and cannot be deleted. */
export const UNORGANIZED = 'unorganized';
export const UNORGANIZED_NAME = 'My Collection';

export const GROUPS_MAX = 100;
export const GROUP_NAME_MAX_CHARACTERS = 60;

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly cardIds: readonly string[];
}

/** The name in its stored form. Refusal `group-name-invalid`. */
export function cleanGroupName(name: string): string {
  try {
    return cleanName(name, GROUP_NAME_MAX_CHARACTERS);
  } catch {
    throw new Refusal('group-name-invalid', { max: GROUP_NAME_MAX_CHARACTERS });
  }
}

/** Cleans the names. Refusals: too-many-groups, group-name-invalid, group-id-*, group-token-repeated. */
export function checkGroups(groups: readonly Group[]): Group[] {
  if (groups.length > GROUPS_MAX) throw new Refusal('too-many-groups', { max: GROUPS_MAX });
  const ids = new Set<string>();
  const cards = new Set<string>();
  return groups.map((group) => {
    if (group.id.toLowerCase() === UNORGANIZED) throw new Refusal('group-id-reserved');
    if (ids.has(group.id)) throw new Refusal('group-id-repeated');
    ids.add(group.id);
    for (const card of group.cardIds) {
      if (cards.has(card)) throw new Refusal('group-token-repeated');
      cards.add(card);
    }
    return { ...group, name: cleanGroupName(group.name) };
  });
}

/**
 * Puts every held card into exactly one group, the default group first; omits other cards.
 * @param cardIds held cards, in the order of the default group
 */
export function arrange(cardIds: readonly string[], groups: readonly Group[]): Group[] {
  const held = new Set(cardIds);
  const placed = new Set<string>();
  const own = groups.map((group) => {
    const kept = group.cardIds.filter((id) => held.has(id) && !placed.has(id));
    for (const id of kept) placed.add(id);
    return { ...group, cardIds: kept };
  });
  const rest = cardIds.filter((id) => !placed.has(id));
  return [{ id: UNORGANIZED, name: UNORGANIZED_NAME, cardIds: rest }, ...own];
}

/**
 * Moves cards into a group in the given order.
 * @param before id of the card to insert before; null appends
 */
export function moveCards(
  groups: readonly Group[],
  cardIds: readonly string[],
  toGroup: string,
  before: string | null = null,
): Group[] {
  // Another tab may have deleted the group; then nothing moves.
  if (!groups.some((group) => group.id === toGroup)) return [...groups];
  const moving = new Set(cardIds);
  return groups.map((group) => {
    const others = group.cardIds.filter((id) => !moving.has(id));
    if (group.id !== toGroup) {
      return others.length === group.cardIds.length ? group : { ...group, cardIds: others };
    }
    const at = before === null ? -1 : others.indexOf(before);
    const index = at === -1 ? others.length : at;
    return {
      ...group,
      cardIds: [...others.slice(0, index), ...cardIds, ...others.slice(index)],
    };
  });
}

/** Deletes a group and moves its cards to the default group, which cannot be deleted. */
export function deleteGroup(groups: readonly Group[], id: string): Group[] {
  if (id === UNORGANIZED) return [...groups];
  const gone = groups.find((group) => group.id === id);
  if (gone === undefined) return [...groups];
  return moveCards(groups, gone.cardIds, UNORGANIZED).filter((group) => group.id !== id);
}
