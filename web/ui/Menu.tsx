import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
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
  /** The control it was opened from: it stands beside it, and the focus goes back there. */
  anchor: Element;
  label: string;
  items: readonly MenuItem[];
  onPick: (id: string) => void;
  onClose: () => void;
}

/** Room between menu and screen edge, in px. */
const EDGE = 8;
/** The menu closes when its control has been scrolled this far away, in px. */
const DRIFT = 48;

/**
 * A list of actions over the page (a sheet from below on phones). Arrows, Home, End and first letters
 * move, Enter and Space pick, Escape, Tab and a press outside close.
 */
export function Menu({ anchor, label, items, onPick, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const menu = list.current;
    if (menu === null) return;
    place(menu, anchor);
    enabled(menu)[0]?.focus({ preventScroll: true });
  }, [anchor]);

  useEffect(() => {
    const outside = (event: Event) => {
      if (!list.current?.contains(event.target as Node)) onClose();
    };
    const home = anchor.getBoundingClientRect().top;
    const moved = () => {
      if (Math.abs(anchor.getBoundingClientRect().top - home) > DRIFT) onClose();
    };
    document.addEventListener('pointerdown', outside, true);
    addEventListener('resize', onClose);
    addEventListener('scroll', moved, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      removeEventListener('resize', onClose);
      removeEventListener('scroll', moved);
    };
  }, [anchor, onClose]);

  const onKeyDown = (event: KeyboardEvent) => {
    const menu = list.current;
    if (menu === null) return;
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
      if (anchor instanceof HTMLElement) anchor.focus({ preventScroll: true });
      return;
    }
    const next = nextFocus(enabled(menu), event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div
      ref={list}
      className="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
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

function nextFocus(items: HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
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
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLowerCase();
  return [...items.slice(at + 1), ...items].find((item) =>
    item.querySelector('.menu-label')?.textContent?.toLowerCase().startsWith(letter),
  );
}

/** On phones it is a sheet with a place of its own; see menu.css. */
const SHEET = '(width < 35rem)';

/** Below its anchor where there is room, else above; never over the edge of the screen. */
function place(menu: HTMLElement, anchor: Element): void {
  if (matchMedia(SHEET).matches) return;
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = Math.max(EDGE, Math.min(from.left, innerWidth - width - EDGE));
  const isRoomBelow = from.bottom + height + EDGE <= innerHeight || from.top < height + EDGE;
  const top = isRoomBelow
    ? Math.max(EDGE, Math.min(from.bottom + 4, innerHeight - height - EDGE))
    : from.top - height - 4;
  // Not through variables of the style sheet: set between two layouts, Chromium does not always see
  // that they changed, and the menu stands in the corner of the screen.
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
