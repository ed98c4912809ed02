import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { NEW_GROUP } from '#web/groups/GroupRail.tsx';
import { texts } from '#web/groups/texts.ts';
import type { OrganiserModel } from '#web/groups/use-organiser.ts';
import { type Cursor, type Direction, moveTarget, placeOf, startOf } from './directions.ts';
import { type Layout, markOf, type Target, targetAt } from './geometry.ts';
import { type DragHandlers, followDrags, type Point } from './pointer-drag.ts';

export interface Drag {
  readonly how: 'pointer' | 'keys';
  /** The grabbed card; the other selected cards are dragged with it. */
  readonly lead: string;
  readonly cardIds: readonly string[];
  readonly dragged: ReadonlySet<string>;
  /** Set for the keyboard only; the pointer's target is in `pointerTarget`. */
  readonly target: Target | null;
}

interface Places {
  readonly canvas: RefObject<HTMLDivElement | null>;
  readonly mark: RefObject<HTMLDivElement | null>;
  readonly ghost: RefObject<HTMLDivElement | null>;
}

interface DragOptions {
  readonly organiser: OrganiserModel;
  readonly layout: Layout;
  readonly places: Places;
  /** Whether the canvas is mounted; it is not before its width is known. */
  readonly isDrawn: boolean;
  /** @param target a place, or NEW_GROUP */
  readonly onDrop: (drag: Drag, target: Target) => void;
}

const NO_CARDS: ReadonlySet<string> = new Set();

export function useDrag({ organiser, layout, places, isDrawn, onDrop }: DragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const { canvas, mark, ghost } = places;
  const { sections, say, nameOf, isReadOnly } = organiser;
  /** The drop target under the pointer; a ref, because pointer moves must not render. */
  const pointerTarget = useRef<Target | null>(null);
  const litItem = useRef<Element | null>(null);

  function light(element: Element | null): void {
    if (litItem.current === element) return;
    litItem.current?.removeAttribute('data-over');
    element?.setAttribute('data-over', '');
    litItem.current = element;
  }

  function aim({ x, y }: Point): void {
    if (drag === null || canvas.current === null) return;
    const item = document.elementFromPoint(x, y)?.closest('[data-rail]') ?? null;
    light(item);
    ghost.current?.toggleAttribute('data-aside', item !== null);
    if (item !== null) {
      pointerTarget.current = { groupId: item.getAttribute('data-rail') ?? '', before: null };
      showMark(mark.current, null);
      return;
    }
    const { left, top, right } = canvas.current.getBoundingClientRect();
    const isOver = x >= left - 24 && x <= right + 24;
    const target = isOver ? targetAt(layout, x - left, y - top, drag.dragged) : null;
    pointerTarget.current = target;
    showMark(mark.current, target === null ? null : { layout, target });
  }

  function letGo(): void {
    light(null);
    showMark(mark.current, null);
    setDrag(null);
  }

  function putBack(): void {
    if (drag === null) return;
    letGo();
    say(texts.drag.back(nameOf(drag.cardIds)));
  }

  const handlers: DragHandlers = {
    grab(target) {
      if (drag !== null || target.closest('a, button, input, label') !== null) return null;
      return target.closest('[data-card]')?.getAttribute('data-card') ?? null;
    },
    start(lead, at) {
      const cardIds = organiser.takenWith(lead);
      const dragged = new Set(cardIds);
      // At once: who lets go before it is rendered would find nothing to put back, and carry it for ever.
      flushSync(() => setDrag({ how: 'pointer', lead, cardIds, dragged, target: null }));
      moveGhost(ghost.current, at);
      const from = sections.find(({ cardIds: held }) => held.includes(lead));
      say(texts.drag.picked(nameOf(cardIds), from?.name ?? ''));
    },
    over(at) {
      moveGhost(ghost.current, at);
      aim(at);
    },
    drop() {
      const target = pointerTarget.current;
      pointerTarget.current = null;
      if (drag === null || target === null) return putBack();
      letGo();
      onDrop(drag, target);
    },
    cancel: putBack,
    topEdge: barsHeight,
    room: (step) => roomFor(step, canvas.current),
    scroller: ({ x, y }) => document.elementFromPoint(x, y)?.closest('.rail-list') ?? null,
  };
  const latest = useEffectEvent(() => handlers);
  useEffect(() => {
    const root = canvas.current;
    if (!isDrawn || root === null || isReadOnly) return;
    return followDrags(root, () => latest());
  }, [canvas, isReadOnly, isDrawn]);

  const keyTarget = drag?.how === 'keys' ? drag.target : null;
  useLayoutEffect(() => {
    if (drag === null) showMark(mark.current, null);
    else if (keyTarget !== null) showMark(mark.current, { layout, target: keyTarget });
  }, [drag, keyTarget, layout, mark]);

  return {
    current: drag,
    dragged: drag?.dragged ?? NO_CARDS,
    putBack,
    pickUp(cursor: Cursor) {
      if (isReadOnly || cursor.cardId === null) return;
      const cardIds = organiser.takenWith(cursor.cardId);
      const dragged = new Set(cardIds);
      const target = startOf(sections, cursor, dragged);
      setDrag({ how: 'keys', lead: cursor.cardId, cardIds, dragged, target });
      say(texts.drag.picked(nameOf(cardIds), nameOfGroup(organiser, target)));
    },
    move(direction: Direction): Target | null {
      if (drag === null || drag.target === null) return null;
      const { columns } = layout.metrics;
      const target = moveTarget(sections, columns, drag.dragged, drag.target, direction);
      setDrag({ ...drag, target });
      const name = nameOfGroup(organiser, target);
      const place = placeOf(sections, drag.dragged, target);
      say(place === null ? texts.drag.into(name) : texts.drag.at(name, place.place, place.of));
      return target;
    },
    drop() {
      if (drag === null || drag.target === null) return;
      setDrag(null);
      onDrop(drag, drag.target);
    },
  };
}

/**
 * Height of the sticky bars in px: the navigation bar, and under it the tools, on narrow screens the list of groups.
 * 0 in a low window, where they do not stick.
 */
export function barsHeight(): number {
  const root = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(root.fontSize);
  return rem * Number.parseFloat(root.getPropertyValue('--organiser-bars'));
}

/** Limits auto-scroll to the ends of the canvas. */
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

/** The outline ends this far beyond the screen, in px. */
const OVERSCAN = 200;

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
  // The outline of a very tall group is cut at the screen: painting all of it is slow.
  const over = box.isWhole ? canvas.getBoundingClientRect().top : 0;
  const top = box.isWhole ? Math.max(box.top, -over - OVERSCAN) : box.top;
  const bottom = box.top + box.height;
  const end = box.isWhole ? Math.min(bottom, innerHeight - over + OVERSCAN) : bottom;
  mark.toggleAttribute('data-whole', box.isWhole);
  mark.style.transform = `translate(${box.left}px, ${top}px)`;
  mark.style.width = `${box.width}px`;
  mark.style.height = `${Math.max(0, end - top)}px`;
}
