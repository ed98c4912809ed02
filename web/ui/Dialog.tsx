import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { useReturnOfFocus } from './focus.ts';
import { Icon } from './Icon.tsx';
import { noteOpenDialog } from './open-dialogs.ts';
import './dialog.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel?: string;
  /** One sentence under the title. */
  intro?: ReactNode;
  children: ReactNode;
  /** For tall content that scrolls by itself, such as a card picker. */
  isWide?: boolean;
  /** 'panel': centred; 'drawer': at the right; 'full': the whole screen, with a hidden title. */
  shape?: 'panel' | 'drawer' | 'full';
  /** Escape and a click on the backdrop do not close it. */
  isHeld?: boolean;
  onKeyDown?: (event: React.KeyboardEvent) => void;
  /** Called when it has closed, instead of returning the focus to where it was. */
  onClosed?: (() => void) | undefined;
}

/**
 * A modal dialog: it keeps the focus, is closed by Escape, backdrop and close button, and the page behind
 * does not scroll. The backdrop is our own: the library's adds a style element, which the content security
 * policy forbids.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  closeLabel = 'Close',
  intro,
  children,
  shape = 'panel',
  isWide = false,
  isHeld = false,
  onKeyDown,
  onClosed,
}: DialogProps) {
  useScrollLock(isOpen);
  const close = useEffectEvent(onClose);
  useEffect(
    () => (isOpen && !isHeld ? noteOpenDialog(() => close()) : undefined),
    [isOpen, isHeld],
  );
  const returnFocus = useReturnOfFocus(isOpen);
  const stopSecondPress = useSecondPress(isOpen);
  const heading = shape === 'full' ? 'visually-hidden' : 'dialog-title display text-heading';
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <div
          className="dialog-layer"
          data-shape={shape}
          onMouseDownCapture={stopSecondPress}
          onClickCapture={stopSecondPress}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; Escape and the close button do the same */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: for the pointer; Escape and the close button do the same */}
          <div className="dialog-backdrop" onClick={isHeld ? undefined : onClose} />
          <Radix.Content
            className="dialog-content"
            data-wide={isWide || undefined}
            onOpenAutoFocus={(event) => {
              // The library would begin at a search field, which opens a phone's keyboard, before the cards to pick from;
              // and in the drawer, since it skips links, at the button below them, which disconnects.
              const first = shape === 'drawer' ? 'a' : '[role="option"]';
              const element = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
                first,
              );
              if (element === null) return;
              event.preventDefault();
              element.focus({ preventScroll: true });
            }}
            onCloseAutoFocus={(event) => {
              // The library returns the focus only to its own trigger component.
              event.preventDefault();
              if (onClosed !== undefined) onClosed();
              else returnFocus();
            }}
            onEscapeKeyDown={(event) => {
              // 229: the key is for an input method.
              if (isHeld || event.keyCode === 229) event.preventDefault();
            }}
            // The backdrop sees to it: the library tells a press, not a click that can be the second of two.
            onInteractOutside={(event) => event.preventDefault()}
            onKeyDown={onKeyDown}
            {...(intro === undefined ? { 'aria-describedby': undefined } : {})}
          >
            <Radix.Title className={heading}>{title}</Radix.Title>
            {intro !== undefined && (
              <Radix.Description className="dialog-intro">{intro}</Radix.Description>
            )}
            {children}
            <Radix.Close asChild>
              <Button look="plain" isIcon aria-label={closeLabel} className="dialog-close">
                <Icon name="close" size="1.5rem" />
              </Button>
            </Radix.Close>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Stops the second press of the double click that opened it: what lies there now was not meant. */
export function useSecondPress(isOpen: boolean): (event: React.MouseEvent) => void {
  const isUntouched = useRef(true);
  useLayoutEffect(() => {
    if (isOpen) isUntouched.current = true;
  }, [isOpen]);
  return (event) => {
    isUntouched.current &&= event.detail > 1;
    if (!isUntouched.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

let locks = 0;

/** Stops the page from scrolling; padding replaces the scroll bar, so that nothing moves sideways. */
function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return;
    const root = document.documentElement;
    locks += 1;
    if (locks === 1) {
      if (innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable';
      root.style.overflow = 'hidden';
    }
    return () => {
      locks -= 1;
      if (locks > 0) return;
      root.style.removeProperty('overflow');
      root.style.removeProperty('scrollbar-gutter');
    };
  }, [isLocked]);
}
