import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { taken } from '#web/cards/selection.ts';
import { NEW_GROUP } from './GroupRail.tsx';
import { type Layout, markOf, type Target, targetAt } from './geometry.ts';
import { followDrags, type Point } from './pointer-drag.ts';
import type { SaveQueue } from './save-queue.ts';
import { type Cursor, placeOf, type Step, startOf, stepTarget } from './steps.ts';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';

export interface Carry {
  readonly how: 'pointer' | 'keys';
  /** The card that was grabbed; the others of the selection come along. */
  readonly lead: string;
  readonly cardIds: readonly string[];
  readonly carried: ReadonlySet<string>;
  /** Where they would land; a pointer's target is not rendered and stands in `pointerTarget`. */
  readonly target: Target | null;
}

interface Places {
  readonly canvas: RefObject<HTMLDivElement | null>;
  readonly mark: RefObject<HTMLDivElement | null>;
  readonly ghost: RefObject<HTMLDivElement | null>;
}

interface Around {
  readonly organiser: OrganiserModel;
  readonly queue: SaveQueue | null;
  readonly layout: Layout;
  readonly places: Places;
  /** The canvas is in the document: it waits for its width. */
  readonly isDrawn: boolean;
  /** Cards were let go at a place, or over 'New group...'. */
  readonly onDrop: (carry: Carry, target: Target) => void;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Cards in the hand: picked up with the pointer or the keyboard, one state for both. */
export function useCarry(around: Around) {
  const [carry, setCarry] = useState<Carry | null>(null);
  const latest = useRef({ ...around, carry });
  latest.current = { ...around, carry };
  const { organiser, queue, layout, places, isDrawn } = around;
  const { canvas, mark } = places;

  const acts = useMemo(() => createActs(latest, setCarry), []);
  const isReadOnly = queue === null;
  useEffect(() => {
    const root = canvas.current;
    if (!isDrawn || root === null || isReadOnly) return;
    return followDrags(root, acts.pointer);
  }, [canvas, isReadOnly, isDrawn, acts]);

  const keyTarget = carry?.how === 'keys' ? carry.target : null;
  useLayoutEffect(() => {
    if (carry === null) showMark(mark.current, null);
    else if (keyTarget !== null) showMark(mark.current, { layout, target: keyTarget });
  }, [carry, keyTarget, layout, mark]);

  return {
    carry,
    carried: carry?.carried ?? NOBODY,
    pickUp(cursor: Cursor) {
      if (queue === null || cursor.cardId === null) return;
      const { sections } = organiser;
      const cardIds = acts.takenWith(cursor.cardId);
      const carried = new Set(cardIds);
      const target = startOf(sections, cursor, carried);
      setCarry({ how: 'keys', lead: cursor.cardId, cardIds, carried, target });
      organiser.say(texts.carry.picked(organiser.nameOf(cardIds), nameOfGroup(organiser, target)));
    },
    step(step: Step): Target | null {
      if (carry === null || carry.target === null) return null;
      const { columns } = layout.metrics;
      const target = stepTarget(organiser.sections, columns, carry.carried, carry.target, step);
      setCarry({ ...carry, target });
      const name = nameOfGroup(organiser, target);
      const place = placeOf(organiser.sections, carry.carried, target);
      organiser.say(
        place === null ? texts.carry.into(name) : texts.carry.at(name, place.place, place.of),
      );
      return target;
    },
    drop() {
      if (carry === null || carry.target === null) return;
      setCarry(null);
      around.onDrop(carry, carry.target);
    },
    putBack: acts.putBack,
  };
}

interface Latest extends Around {
  readonly carry: Carry | null;
}

/** What must not change between renders, because listeners outside React hold it. */
function createActs(latest: RefObject<Latest>, setCarry: (carry: Carry | null) => void) {
  let pointerTarget: Target | null = null;
  let lit: Element | null = null;

  const order = () => latest.current.organiser.sections.flatMap(({ cardIds }) => cardIds);
  const takenWith = (cardId: string) => taken(latest.current.organiser.selection, order(), cardId);

  function light(element: Element | null): void {
    if (lit === element) return;
    lit?.removeAttribute('data-over');
    element?.setAttribute('data-over', '');
    lit = element;
  }

  function aim({ x, y }: Point): void {
    const { carry, layout, places } = latest.current;
    const canvas = places.canvas.current;
    if (carry === null || canvas === null) return;
    const item = document.elementFromPoint(x, y)?.closest('[data-rail]') ?? null;
    light(item);
    places.ghost.current?.toggleAttribute('data-aside', item !== null);
    if (item !== null) {
      pointerTarget = { groupId: item.getAttribute('data-rail') ?? '', before: null };
      showMark(places.mark.current, null);
      return;
    }
    const { left, top, right } = canvas.getBoundingClientRect();
    const isOver = x >= left - 24 && x <= right + 24;
    pointerTarget = isOver ? targetAt(layout, x - left, y - top, carry.carried) : null;
    const marked = pointerTarget === null ? null : { layout, target: pointerTarget };
    showMark(places.mark.current, marked);
  }

  function letGo(): void {
    light(null);
    showMark(latest.current.places.mark.current, null);
    setCarry(null);
  }

  const putBack = () => {
    const { carry, organiser } = latest.current;
    if (carry === null) return;
    letGo();
    organiser.say(texts.carry.back(organiser.nameOf(carry.cardIds)));
  };

  return {
    takenWith,
    putBack,
    pointer: {
      grab(target: Element) {
        if (latest.current.carry !== null) return null;
        if (target.closest('a, button, input, label') !== null) return null;
        return target.closest('[data-card]')?.getAttribute('data-card') ?? null;
      },
      start(lead: string, at: Point) {
        const { organiser } = latest.current;
        const cardIds = takenWith(lead);
        const carry = { how: 'pointer', lead, cardIds, carried: new Set(cardIds), target: null };
        setCarry(carry as Carry);
        moveGhost(latest.current.places.ghost.current, at);
        const from = organiser.sections.find(({ cardIds: held }) => held.includes(lead));
        organiser.say(texts.carry.picked(organiser.nameOf(cardIds), from?.name ?? ''));
      },
      over(at: Point) {
        moveGhost(latest.current.places.ghost.current, at);
        aim(at);
      },
      drop() {
        const { carry, onDrop } = latest.current;
        const target = pointerTarget;
        pointerTarget = null;
        if (carry === null || target === null) return putBack();
        letGo();
        onDrop(carry, target);
      },
      cancel: putBack,
      topEdge: () => (latest.current.places.canvas.current === null ? 0 : barsHeight()),
      room: (step: number) => roomFor(step, latest.current.places.canvas.current),
      scroller: ({ x, y }: Point) => document.elementFromPoint(x, y)?.closest('.rail-list') ?? null,
    },
  };
}

/** Height of what sticks to the upper edge: the navigation bar, on phones the rail too. */
export function barsHeight(): number {
  const root = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(root.fontSize);
  return rem * (matchMedia('(width < 64rem)').matches ? 8 : 4);
}

/** The page scrolls no further than to the ends of the canvas: beyond them nothing can be dropped. */
function roomFor(step: number, canvas: HTMLElement | null): number {
  if (canvas === null) return 0;
  const { top, bottom } = canvas.getBoundingClientRect();
  const margin = 24;
  if (step < 0) return Math.min(0, Math.max(step, top - barsHeight() - margin));
  return Math.max(0, Math.min(step, bottom - innerHeight + margin));
}

function nameOfGroup({ groups }: OrganiserModel, { groupId }: Target): string {
  if (groupId === NEW_GROUP) return texts.add.newName;
  return groups.find(({ id }) => id === groupId)?.name ?? '';
}

function moveGhost(ghost: HTMLElement | null, { x, y }: Point): void {
  if (ghost !== null) ghost.style.transform = `translate3d(${x}px, ${y}px, 0)`;
}

/** How far beyond the screen the outline goes on, in px. */
const UNSEEN = 200;

function showMark(
  mark: HTMLElement | null,
  where: { layout: Layout; target: Target } | null,
): void {
  if (mark === null) return;
  mark.hidden = where === null;
  if (where === null) return;
  const canvas = mark.parentElement;
  if (canvas === null) return;
  const box = markOf(where.layout, canvas.clientWidth, where.target);
  // The outline of a group of thousands is painted only where it can be seen.
  const over = box.isWhole ? canvas.getBoundingClientRect().top : 0;
  const top = box.isWhole ? Math.max(box.top, -over - UNSEEN) : box.top;
  const bottom = box.top + box.height;
  const end = box.isWhole ? Math.min(bottom, innerHeight - over + UNSEEN) : bottom;
  mark.toggleAttribute('data-whole', box.isWhole);
  mark.style.transform = `translate(${box.left}px, ${top}px)`;
  mark.style.width = `${box.width}px`;
  mark.style.height = `${Math.max(0, end - top)}px`;
}
