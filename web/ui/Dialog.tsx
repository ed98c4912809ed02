import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './dialog.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** One sentence under the title. */
  intro?: ReactNode;
  children: ReactNode;
  /** For what needs the room of the screen: the content brings its own scrolling. */
  isWide?: boolean;
  /** 'panel': in the middle; 'drawer': the right side; 'full': the whole screen, the title hidden. */
  shape?: 'panel' | 'drawer' | 'full';
  /** Keeps Escape and the backdrop from closing while something must not be lost. */
  isHeld?: boolean;
  onKeyDown?: (event: React.KeyboardEvent) => void;
}

/**
 * A modal over the page: focus stays inside, Escape, backdrop and close button close it, the page
 * behind does not scroll. Our own backdrop, because the library's one writes a style element, which
 * the content policy forbids.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  closeLabel,
  intro,
  children,
  shape = 'panel',
  isWide = false,
  isHeld = false,
  onKeyDown,
}: DialogProps) {
  useScrollLock(isOpen);
  const opener = useRef<Element | null>(null);
  const hold = (event: Event) => {
    if (isHeld) event.preventDefault();
  };
  const heading = shape === 'full' ? 'visually-hidden' : 'dialog-title display text-heading';
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <div className="dialog-layer" data-shape={shape}>
          <div className="dialog-backdrop" />
          <Radix.Content
            className="dialog-content"
            data-wide={isWide || undefined}
            onOpenAutoFocus={() => {
              opener.current = document.activeElement;
            }}
            onCloseAutoFocus={(event) => {
              // The library gives the focus back to a trigger of its own only; ours is any button.
              event.preventDefault();
              if (opener.current instanceof HTMLElement) opener.current.focus();
            }}
            onEscapeKeyDown={hold}
            onInteractOutside={hold}
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

let locks = 0;

/** The page behind a modal stays where it is, and does not jump sideways when its scroll bar goes. */
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
