/** Where the focus goes when the element that had it is gone. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Focuses the first heading in there, for keyboards and screen readers; nothing scrolls. */
export function focusHeading(within: ParentNode | null | undefined): void {
  const heading = within?.querySelector<HTMLElement>('h1, h2, h3');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** A removed or disabled element leaves the focus to the body. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

type Return = () => void;

/** The element that had the focus last. A button that is disabled while it works has lost it when its dialog opens. */
let last: Element | null = null;
/** What takes the focus back for a dialog that closed while another one opened. Kept until something has the focus. */
let handedOver: Return | null = null;

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element;
    handedOver = null;
  });
  // Safari gives a button no focus when it is clicked. A script can click the document itself.
  document.addEventListener(
    'click',
    ({ target }) => {
      last = (target as Element).closest?.('button') ?? last;
    },
    true,
  );
}

/** @returns takes the focus back to where it was when the dialog opened */
export function useReturnOfFocus(isOpen: boolean): Return {
  const back = useRef<Return | null>(null);
  // Before the content comes: something in it may take the focus before the library asks for it.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = isFocusLost() ? last : document.activeElement;
    back.current = opener && wayBack(opener, handedOver);
    return () => {
      handedOver = back.current;
    };
  }, [isOpen]);
  return () => back.current?.();
}

/** Gives a control back the focus that it lost while it was disabled during its own action. */
export function useKeptFocus<T extends HTMLElement>(isDisabled: boolean): RefObject<T | null> {
  const ref = useHeadingAfter<T>();
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (isDisabled) hadFocus.current = document.activeElement === element;
    else if (hadFocus.current && isFocusLost()) element?.focus({ preventScroll: true });
  }, [isDisabled, ref]);
  return ref;
}

/** When the element goes away with the focus in it, the heading of what is left around it gets the focus. */
export function useHeadingAfter<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    return () => {
      // Dialogs see to it themselves.
      if (!element.contains(last) || element.closest('main') === null) return;
      const back = wayBack(element, null);
      // After whatever moves the focus on purpose, a new scene or page.
      requestAnimationFrame(() => requestAnimationFrame(() => isFocusLost() && back()));
    };
  }, []);
  return ref;
}

/**
 * To the element; once that is gone, to where its dialog would lead, else to the heading of what is left around it,
 * and of the page when nothing is.
 */
function wayBack(opener: Element, ofDialog: Return | null): Return {
  const around: Element[] = [];
  for (let box = opener.parentElement; box !== null; box = box.parentElement) around.push(box);
  return () => {
    if (opener.isConnected && opener instanceof HTMLElement) {
      opener.focus();
      // While it is disabled it does not get it; it may go away then.
      last = opener;
    } else if (ofDialog !== null) ofDialog();
    else
      focusHeading(
        around.find((box) => box.isConnected && isHeaded(box)) ?? document.querySelector('main'),
      );
  };
}

function isHeaded(box: Element): boolean {
  return box.matches('main, section') && box.querySelector('h1, h2, h3') !== null;
}
