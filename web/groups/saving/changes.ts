/**
 * The changes a collector makes to their groups, as a log that can be replayed: on top of the server's
 * answer after a save, and on top of another tab's state after a conflict (G2).
 */
import { deleteGroup, GROUPS_MAX, type Group, moveCards, UNORGANIZED } from '#rules/groups.ts';

export type Change =
  | { readonly kind: 'add'; readonly id: string; readonly name: string }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'delete'; readonly id: string }
  /** Undoes a deletion: the group with its cards, in front of `before` (null: last). */
  | { readonly kind: 'restore'; readonly group: Group; readonly before: string | null }
  /** In front of the card `before`; null puts them at the end. */
  | {
      readonly kind: 'move';
      readonly cardIds: readonly string[];
      readonly to: string;
      readonly before: string | null;
    }
  /** The group itself, in front of the group `before`; null puts it last. */
  | { readonly kind: 'place'; readonly id: string; readonly before: string | null };

/** Stand-in for the default group, which the rules expect but which is not stored. */
const REST: Group = { id: UNORGANIZED, name: '', cardIds: [] };

/**
 * The collector's own groups (without the default group) after a change.
 * Null when it cannot be applied: the group it names is gone, or there are GROUPS_MAX groups.
 */
export function applyChange(groups: readonly Group[], change: Change): readonly Group[] | null {
  const has = (id: string) => groups.some((group) => group.id === id);
  switch (change.kind) {
    case 'add':
      if (has(change.id) || groups.length >= GROUPS_MAX) return null;
      return [...groups, { id: change.id, name: change.name, cardIds: [] }];
    case 'rename':
      if (!has(change.id)) return null;
      return groups.map((group) =>
        group.id === change.id ? { ...group, name: change.name } : group,
      );
    case 'delete':
      if (!has(change.id)) return null;
      return deleteGroup([REST, ...groups], change.id).slice(1);
    case 'restore': {
      if (has(change.group.id) || groups.length >= GROUPS_MAX) return null;
      const back = insertBefore(groups, { ...change.group, cardIds: [] }, change.before);
      return moveCards(back, change.group.cardIds, change.group.id);
    }
    case 'move': {
      if (change.to !== UNORGANIZED && !has(change.to)) return null;
      return moveCards([REST, ...groups], change.cardIds, change.to, change.before).slice(1);
    }
    case 'place': {
      const placed = groups.find((group) => group.id === change.id);
      if (placed === undefined) return null;
      const others = groups.filter((group) => group.id !== change.id);
      return insertBefore(others, placed, change.before);
    }
  }
}

interface Replayed {
  readonly groups: readonly Group[];
  readonly kept: readonly Change[];
  readonly lost: readonly Change[];
}

/** Applies changes in order on top of another state. */
export function replay(base: readonly Group[], changes: readonly Change[]): Replayed {
  let groups = base;
  const kept: Change[] = [];
  const lost: Change[] = [];
  for (const change of changes) {
    const next = applyChange(groups, change);
    if (next !== null) {
      groups = next;
      kept.push(change);
    } else if (!isMadeAlready(groups, change)) lost.push(change);
  }
  return { groups, kept, lost };
}

/** Another tab deleted the group, too; or it is there by a save of this tab whose answer was lost, since ids are not guessed. */
function isMadeAlready(groups: readonly Group[], change: Change): boolean {
  if (change.kind === 'delete') return true;
  const added =
    change.kind === 'add' ? change.id : change.kind === 'restore' ? change.group.id : null;
  return groups.some(({ id }) => id === added);
}

export function isSameSet(one: readonly Group[], other: readonly Group[]): boolean {
  if (one === other) return true;
  return (
    one.length === other.length &&
    one.every((group, index) => {
      const twin = other[index];
      return (
        twin !== undefined &&
        group.id === twin.id &&
        group.name === twin.name &&
        group.cardIds.length === twin.cardIds.length &&
        group.cardIds.every((id, at) => id === twin.cardIds[at])
      );
    })
  );
}

function insertBefore(groups: readonly Group[], group: Group, before: string | null): Group[] {
  const at = before === null ? -1 : groups.findIndex(({ id }) => id === before);
  const index = at === -1 ? groups.length : at;
  return [...groups.slice(0, index), group, ...groups.slice(index)];
}
