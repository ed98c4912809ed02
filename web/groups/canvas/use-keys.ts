import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { NOTHING, toggleAll } from '#web/cards/selection.ts';
import { isOwnGroup, type OrganiserModel } from '#web/groups/use-organiser.ts';
import { isFocusLost } from '#web/ui/focus.ts';
import type { Acts } from './clicks.ts';
import { type Cursor, directionOf, moveCursor, placeOfTarget, settle } from './directions.ts';
import { boxOf, type Layout, tileBox, visibleRowsBetween } from './geometry.ts';
import { barsHeight, type useDrag } from './use-drag.ts';

interface KeysOptions extends Acts {
  readonly organiser: OrganiserModel;
  readonly layout: Layout;
  readonly canvas: RefObject<HTMLDivElement | null>;
  readonly drag: ReturnType<typeof useDrag>;
}

/** Keyboard control of the organiser: one Tab stop, arrow keys move a cursor over cards and heads. */
export function useKeys({ organiser, layout, canvas, drag, onMove, onLook }: KeysOptions) {
  const [kept, setCursor] = useState<Cursor | null>(null);
  const cursor = settle(organiser.sections, kept);
  /** How the place of the cursor gets the focus once it is drawn; null: it does not. */
  const awaitedFocus = useRef<FocusOptions | null>(null);
  const hadFocus = useRef(false);

  /** A place to scroll to once it is laid out: what leads there can add it, or move it by thousands of cards. */
  const awaited = useRef<Cursor | null>(null);

  useLayoutEffect(() => {
    // Until then the cursor rests elsewhere, and the focus must not go there. A card that is gone will not come.
    if (awaited.current !== null && !reveal(awaited.current) && !isGone(awaited.current)) return;
    awaited.current = null;
    const options = awaitedFocus.current;
    if (options === null || cursor === null) return;
    const cell = cellOf(canvas.current, cursor);
    if (cell === null) return;
    awaitedFocus.current = null;
    cell.focus(options);
  });

  /** False when it is not laid out. */
  function reveal(place: Cursor): boolean {
    const box = boxOf(layout, place.groupId, place.cardId);
    const top = canvas.current?.getBoundingClientRect().top ?? 0;
    if (box === null) return false;
    const over = top + box.top - (barsHeight() + layout.metrics.headHeight + 16);
    const under = top + box.top + box.height + 96 - innerHeight;
    const by = over < 0 ? over : under > 0 ? Math.min(under, over) : 0;
    if (by !== 0) scrollBy({ top: by, behavior: 'instant' });
    return true;
  }
  const isGone = ({ cardId }: Cursor) => cardId !== null && !organiser.cards.has(cardId);
  const go = (place: Cursor, withFocus = true) => {
    setCursor({ ...place });
    awaited.current = place;
    awaitedFocus.current = withFocus ? { preventScroll: true, ...ringAsNow() } : null;
  };

  /** What Tab comes to from outside is in sight, though the cards were scrolled: not the place of the cursor, far away. */
  const putInSight = useEffectEvent(() => {
    if (hadFocus.current || cursor === null || canvas.current === null) return;
    const { top } = canvas.current.getBoundingClientRect();
    const from = barsHeight() - top;
    const to = innerHeight - top;
    const box = boxOf(layout, cursor.groupId, cursor.cardId);
    if (box === null || (box.top < to && box.top + box.height > from)) return;
    const under = from + layout.metrics.headHeight;
    const [shown] = visibleRowsBetween(layout, under, to);
    if (shown === undefined) return;
    const { section } = shown.box;
    const firsts = shown.rows.map((row) => row * layout.metrics.columns);
    const isWhole = (index: number) => tileBox(layout, shown.box, index).top >= under;
    const index = firsts.find(isWhole) ?? firsts[0] ?? -1;
    const place = { groupId: section.id, cardId: section.tileIds[index] ?? null };
    // Before the browser looks for what gets the focus.
    flushSync(() => setCursor(place));
  });
  useEffect(() => {
    const press = ({ key }: globalThis.KeyboardEvent) => key === 'Tab' && putInSight();
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (cursor === null) return;
    const target = event.target as HTMLElement;
    const isPlace = target.matches('[data-face], [data-head]');
    if (!isPlace) {
      if (event.key === 'Escape') go(cursor);
      return;
    }
    // A key that is held acts once, else it drops what it has just picked up. Arrows and Tab go on.
    const isHeld = event.repeat && /^([ ax]|enter)$/.test(keyOf(event));
    const isSpent = isHeld && target.matches('[data-face]') && !organiser.isReadOnly;
    const isDone = isSpent || (drag.current === null ? idle(event, cursor) : whileDragging(event));
    if (isDone) event.preventDefault();
  };

  function whileDragging(event: KeyboardEvent): boolean {
    const direction = directionOf(event);
    if (direction !== null) {
      const target = drag.move(direction);
      if (target !== null) reveal(placeOfTarget(organiser.sections, target));
      return true;
    }
    if (event.key === 'Enter' || event.key === ' ') drag.drop();
    else if (event.key === 'Escape') drag.putBack();
    return event.key !== 'F5' && !event.ctrlKey && !event.metaKey && !event.altKey;
  }

  function idle(event: KeyboardEvent, at: Cursor): boolean {
    const direction = directionOf(event);
    if (direction !== null) {
      const next = moveCursor(organiser.sections, layout.metrics.columns, at, direction);
      go(next);
      const isRange = event.shiftKey && !organiser.isReadOnly;
      if (isRange && at.cardId !== null && next.cardId !== null) {
        organiser.selectRange(next.cardId, at.cardId);
      }
      return true;
    }
    if (at.cardId === null) return onHead(event, at.groupId);
    const act = actOnCard(event, at, at.cardId);
    act?.();
    return act !== undefined;
  }

  /** What this key does with the card at the cursor; undefined for nothing. */
  function actOnCard(event: KeyboardEvent, at: Cursor, cardId: string): (() => void) | undefined {
    const { sections, selection, setSelection, isReadOnly } = organiser;
    const hasCommand = event.ctrlKey || event.metaKey;
    const isPlain = !hasCommand && !event.altKey;
    const key = keyOf(event);
    if (key === 'v') return isPlain ? () => onLook(cardId) : undefined;
    if (isReadOnly) return undefined;
    if (key === 'a' && hasCommand) {
      const section = sections.find(({ id }) => id === at.groupId);
      return () => setSelection(toggleAll(selection, section?.cardIds ?? []));
    }
    if (key === 'x' || (key === ' ' && (hasCommand || event.shiftKey))) {
      return () => organiser.selectTile(cardId);
    }
    if (!isPlain) return undefined;
    switch (key) {
      case ' ':
      case 'enter':
        return () => drag.pickUp(at);
      case 'm':
        return () => onMove(organiser.takenWith(cardId), event.target as Element);
      case 'escape':
        return selection.ids.size > 0 ? () => setSelection(NOTHING) : undefined;
      default:
        return undefined;
    }
  }

  function onHead(event: KeyboardEvent, groupId: string): boolean {
    // Enter and Space are left to the button.
    if (event.key !== 'F2' || !isOwnGroup(groupId) || organiser.isReadOnly) return false;
    organiser.setEditing(groupId);
    return true;
  }

  /** The cursor follows a focus that Tab or a click has set. */
  const onFocus = (target: Element) => {
    hadFocus.current = true;
    const cardId = target.closest('[data-card]')?.getAttribute('data-card') ?? null;
    const head = target.closest('[data-head-of]')?.getAttribute('data-head-of') ?? null;
    if (cardId !== null) {
      const section = organiser.sections.find(({ cardIds }) => cardIds.includes(cardId));
      if (section !== undefined) setCursor({ groupId: section.id, cardId });
    } else if (head !== null) setCursor({ groupId: head, cardId: null });
  };

  const onLeft = () => {
    hadFocus.current = false;
  };

  return {
    cursor,
    go,
    onKeyDown,
    onFocus,
    onLeft,
    /** What had the focus went, or is drawn in another group now: no blur tells of that. */
    hasLostFocus: () => hadFocus.current && isFocusLost(),
    takeFocus: () => cursor && cellOf(canvas.current, cursor)?.focus({ preventScroll: true }),
  };
}

/** In lower case. A key that types no Latin letter (Cyrillic, Greek, Arabic) is named by its place: there stands X, too. */
function keyOf({ key, code }: KeyboardEvent): string {
  return ((key > '\x7f' && /^Key(.)/.exec(code)?.[1]) || key).toLowerCase();
}

/** By itself Safari draws no ring where a script moves the focus after a click, not even when a key asked for it. */
function ringAsNow(): FocusOptions {
  return document.activeElement?.matches(':focus-visible') ? { focusVisible: true } : {};
}

function cellOf(canvas: Element | null, { groupId, cardId }: Cursor): HTMLElement | null {
  const wanted =
    cardId === null
      ? `[data-head="${CSS.escape(groupId)}"]`
      : `[data-card="${CSS.escape(cardId)}"] [data-face]`;
  return canvas?.querySelector<HTMLElement>(wanted) ?? null;
}
