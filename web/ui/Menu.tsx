import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSecondPress } from './Dialog.tsx';
import { noteOpenDialog } from './open-dialogs.ts';
import { createTypeAhead } from './type-ahead.ts';
import './menu.css';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Small print at the right. */
  readonly note?: string;
  readonly isDisabled?: boolean;
  /** Draws a line above. */
  readonly startsPart?: boolean;
}

interface MenuProps {
  /** The control that opened the menu: it is placed beside it and returns the focus to it. */
  anchor: Element;
  label: string;
  items: readonly MenuItem[];
  onPick: (id: string) => void;
  onClose: () => void;
}

/** By itself Safari draws no ring where a script moves the focus after a click. */
const RING: FocusOptions = { focusVisible: true };

/** Minimum distance to the edge of the screen, in px. */
const EDGE = 8;

/**
 * A menu of actions (a bottom sheet on phones). Arrows, Home, End and the first letters of a name move the focus,
 * Enter and Space pick, Escape, Tab and a click outside close it. It stays beside its control when that moves,
 * and closes when the control leaves the screen.
 */
export function Menu({ anchor, label, items, onPick, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const [typeAhead] = useState(createTypeAhead);
  const stopSecondPress = useSecondPress(true);

  useLayoutEffect(() => {
    const menu = list.current;
    if (menu === null) return;
    place(menu, anchor);
    enabled(menu)[0]?.focus({ preventScroll: true });
  }, [anchor]);

  const leave = (isByKey = false) => {
    onClose();
    const ring = isByKey && RING;
    if (anchor instanceof HTMLElement) anchor.focus({ preventScroll: true, ...ring });
  };
  const left = useEffectEvent(leave);
  const close = useEffectEvent(onClose);

  useEffect(() => noteOpenDialog(() => left()), []);

  useEffect(() => {
    const outside = (event: Event) => {
      if (!list.current?.contains(event.target as Node)) close();
    };
    const follow = () => {
      const { top, bottom } = anchor.getBoundingClientRect();
      if (!anchor.isConnected || bottom < 0 || top > innerHeight) left();
      else if (list.current !== null) place(list.current, anchor);
    };
    document.addEventListener('pointerdown', outside, true);
    addEventListener('resize', follow);
    addEventListener('scroll', follow, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      removeEventListener('resize', follow);
      removeEventListener('scroll', follow);
    };
  }, [anchor]);

  const onKeyDown = (event: KeyboardEvent) => {
    const menu = list.current;
    if (menu === null) return;
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      leave(true);
      return;
    }
    const choices = enabled(menu);
    const at = choices.indexOf(document.activeElement as HTMLElement);
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    const typed = isShortcut ? null : typeAhead(event, choices.map(labelOf), at);
    const next = typed === null ? nextFocus(choices, at, event.key) : choices[typed];
    if (next === undefined) return;
    event.preventDefault();
    next.focus(RING);
  };

  return (
    <div
      ref={list}
      className="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onMouseDownCapture={stopSecondPress}
      onClickCapture={stopSecondPress}
    >
      {items.map(({ id, label: words, icon, note, isDisabled, startsPart }) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="menu-item"
          data-part={startsPart || undefined}
          disabled={isDisabled}
          onClick={() => onPick(id)}
        >
          {icon}
          <span className="menu-label">{words}</span>
          {note !== undefined && <span className="menu-note tabular">{note}</span>}
        </button>
      ))}
    </div>
  );
}

function enabled(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
}

const labelOf = (item: Element) => item.querySelector('.menu-label')?.textContent ?? '';

function nextFocus(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
  }
}

/** Here the menu is a bottom sheet; same width as in menu.css. */
const SHEET = '(width < 35rem)';

/** Below the anchor where it fits, else above it; always inside the screen. */
function place(menu: HTMLElement, anchor: Element): void {
  if (matchMedia(SHEET).matches) {
    menu.removeAttribute('style');
    return;
  }
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = Math.max(EDGE, Math.min(from.left, innerWidth - width - EDGE));
  const isRoomBelow = from.bottom + height + EDGE <= innerHeight || from.top < height + EDGE;
  const top = isRoomBelow
    ? Math.max(EDGE, Math.min(from.bottom + 4, innerHeight - height - EDGE))
    : from.top - height - 4;
  // Not by custom properties: Chromium sometimes misses their change between two layouts, and the menu
  // stays in the corner of the screen.
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
