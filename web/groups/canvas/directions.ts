/** Arrow keys in the organiser: they move the cursor, or the drop target during a drag. */
import type { Target } from './geometry.ts';
import type { Section } from './sections.ts';
import { tileOf } from './stacks.ts';

export type Direction =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'previous-group'
  | 'next-group';

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'previous-group',
  PageDown: 'next-group',
};

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'metaKey'>;

/** With Alt or Command an arrow key is the browser's: back, forward, to an end of the page. */
export function directionOf({ key, altKey, metaKey }: Key): Direction | null {
  return altKey || metaKey ? null : (KEYS[key] ?? null);
}

/** The focused card, or the head of a group when `cardId` is null. */
export interface Cursor {
  readonly groupId: string;
  readonly cardId: string | null;
}

/** The cursor if its card is still shown, else the nearest one that is. */
export function settle(sections: readonly Section[], cursor: Cursor | null): Cursor | null {
  const first = sections[0];
  if (first === undefined) return null;
  if (cursor !== null) {
    const home = sections.find(({ id }) => id === cursor.groupId);
    if (home !== undefined && cursor.cardId === null) return cursor;
    for (const section of home === undefined ? sections : [home, ...sections]) {
      const tileId = section.isCollapsed ? null : tileOf(section, cursor.cardId ?? '');
      if (tileId !== null) return { groupId: section.id, cardId: tileId };
    }
    if (home !== undefined) return { groupId: home.id, cardId: null };
  }
  return { groupId: first.id, cardId: shownIn(first)[0] ?? null };
}

/** One step of the cursor; unchanged at the ends. */
export function moveCursor(
  sections: readonly Section[],
  columns: number,
  cursor: Cursor,
  direction: Direction,
): Cursor {
  const at = sections.findIndex(({ id }) => id === cursor.groupId);
  const section = sections[at];
  if (section === undefined) return cursor;
  const ids = shownIn(section);
  const index = cursor.cardId === null ? -1 : ids.indexOf(cursor.cardId);
  const to = (place: Section | undefined, card: number | 'head' | 'end'): Cursor => {
    if (place === undefined) return cursor;
    const shown = shownIn(place);
    const wanted = card === 'head' ? -1 : card === 'end' ? shown.length - 1 : card;
    return { groupId: place.id, cardId: shown[Math.min(wanted, shown.length - 1)] ?? null };
  };
  switch (direction) {
    case 'left':
      return index >= 0 ? to(section, index - 1) : to(sections[at - 1], 'end');
    case 'right':
      return index + 1 < ids.length ? to(section, index + 1) : to(sections[at + 1], 'head');
    case 'up':
      if (index === -1) return to(sections[at - 1], 'end');
      return index < columns ? to(section, 'head') : to(section, index - columns);
    case 'down': {
      if (index === -1) return ids.length > 0 ? to(section, 0) : to(sections[at + 1], 'head');
      const isLastRow = Math.floor(index / columns) === Math.floor((ids.length - 1) / columns);
      return isLastRow ? to(sections[at + 1], 'head') : to(section, index + columns);
    }
    case 'first':
      return to(section, 0);
    case 'last':
      return to(section, 'end');
    case 'previous-group':
      return index === -1 ? to(sections[at - 1], 'head') : to(section, 'head');
    case 'next-group':
      return to(sections[at + 1], 'head');
  }
}

/** The drop target at the start of a drag: the place the cards have. */
export function startOf(
  sections: readonly Section[],
  cursor: Cursor,
  dragged: ReadonlySet<string>,
): Target {
  const section = sections.find(({ id }) => id === cursor.groupId);
  if (section === undefined || cursor.cardId === null || !section.hasPlaces) {
    return { groupId: cursor.groupId, before: null };
  }
  const from = section.tileIds.indexOf(cursor.cardId);
  const before = section.tileIds.slice(from).find((id) => !dragged.has(id)) ?? null;
  return { groupId: section.id, before };
}

/** One step of the drop target; unchanged at the ends. */
export function moveTarget(
  sections: readonly Section[],
  columns: number,
  dragged: ReadonlySet<string>,
  target: Target,
  direction: Direction,
): Target {
  const at = sections.findIndex(({ id }) => id === target.groupId);
  const section = sections[at];
  if (section === undefined) return target;
  const slots = slotsOf(section, dragged);
  const end = slots.length - 1;
  const index = Math.max(0, slots.indexOf(target.before));
  const to = (place: Section | undefined, slot: number): Target => {
    if (place === undefined) return target;
    const its = slotsOf(place, dragged);
    return { groupId: place.id, before: its[Math.min(slot, its.length - 1)] ?? null };
  };
  const column = index % columns;
  switch (direction) {
    case 'left':
      return index > 0 ? to(section, index - 1) : to(sections[at - 1], Number.MAX_SAFE_INTEGER);
    case 'right':
      return index < end ? to(section, index + 1) : to(sections[at + 1], 0);
    case 'up': {
      if (index >= columns) return to(section, index - columns);
      const above = sections[at - 1];
      if (above === undefined) return to(section, 0);
      const last = slotsOf(above, dragged).length - 1;
      return to(above, Math.min(last, last - (last % columns) + column));
    }
    case 'down': {
      const isLastRow = Math.floor(index / columns) === Math.floor(end / columns);
      return isLastRow ? to(sections[at + 1], column) : to(section, index + columns);
    }
    case 'first':
      return to(section, 0);
    case 'last':
      return to(section, end);
    case 'previous-group':
      return to(sections[at - 1], 0);
    case 'next-group':
      return to(sections[at + 1], 0);
  }
}

/** Drop places of a group: in front of each card that is not dragged, and the end (null). */
function slotsOf(section: Section, dragged: ReadonlySet<string>): (string | null)[] {
  if (!section.hasPlaces || section.isCollapsed) return [null];
  return [...section.tileIds.filter((id) => !dragged.has(id)), null];
}

/** What to have in sight for a drop target: its card; at the end of a group the last one, or the head of one without an order. */
export function placeOfTarget(sections: readonly Section[], { groupId, before }: Target): Cursor {
  const section = sections.find(({ id }) => id === groupId);
  const last = section?.hasPlaces ? shownIn(section).at(-1) : undefined;
  return { groupId, cardId: before ?? last ?? null };
}

function shownIn(section: Section): readonly string[] {
  return section.isCollapsed ? [] : section.tileIds;
}

/** Position of the target in its group, from 1, for screen readers; null in a group without an order. */
export function placeOf(
  sections: readonly Section[],
  dragged: ReadonlySet<string>,
  target: Target,
): { readonly place: number; readonly of: number } | null {
  const section = sections.find(({ id }) => id === target.groupId);
  if (section === undefined || !section.hasPlaces || section.isCollapsed) return null;
  const slots = slotsOf(section, dragged);
  return { place: slots.indexOf(target.before) + 1, of: slots.length };
}
