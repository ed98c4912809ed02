import * as Radix from '@radix-ui/react-toast';
import { useDeferredValue, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';
import { useStore } from './external-store.ts';
import { Icon } from './Icon.tsx';
import { closeOfTopDialog } from './open-dialogs.ts';
import {
  currentToast,
  dismissToast,
  TOAST_DURATION,
  TOAST_SWIPE_THRESHOLD,
  toasterCame,
} from './toasts.ts';
import './toast-place.css';
import './toaster.css';

interface ToasterProps {
  /** Label of the region that F8 focuses; the library replaces `{hotkey}`. */
  label: string;
}

/**
 * Lets the focus go from a dialog to the toasts, which the library forbids: it hears of every move of the focus at the
 * document. The way back stays its own, to where the focus was in the dialog.
 */
function useWayOutOfDialogs(): void {
  useEffect(() => {
    const hide = (event: FocusEvent) => {
      const to = (event.type === 'focusin' ? event.target : event.relatedTarget) as Element | null;
      if (to?.closest('.toast-viewport')) event.stopPropagation();
    };
    const root = document.documentElement;
    root.addEventListener('focusin', hide);
    root.addEventListener('focusout', hide);
    return () => {
      root.removeEventListener('focusin', hide);
      root.removeEventListener('focusout', hide);
    };
  }, []);
}

export function Toaster({ label }: ToasterProps) {
  useWayOutOfDialogs();
  useEffect(toasterCame, []);
  // Rendered after the change that it reports. The library measures the toast: at once, the layout would be computed twice.
  const shown = useDeferredValue(useStore(currentToast));
  return (
    <Radix.Provider
      duration={TOAST_DURATION}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD}
    >
      {shown !== null && (
        <Radix.Root
          key={shown.id}
          open={shown.isOpen}
          onOpenChange={(open) => open || dismissToast(shown.id)}
          type={shown.isDestructive ? 'foreground' : 'background'}
          className="toast"
          data-destructive={shown.isDestructive || undefined}
          data-warning={shown.isWarning || undefined}
          data-news={shown.isNews || undefined}
          onEscapeKeyDown={(event) => {
            // Escape closes the dialog or menu that lies open, also under a toast that came after it.
            const close = closeOfTopDialog();
            if (close === null || document.activeElement?.closest('.toast-viewport')) return;
            event.preventDefault();
            close();
          }}
        >
          {!shown.isNews && (
            <Icon
              name={shown.isDestructive || shown.isWarning ? 'alert' : 'check'}
              className="toast-icon"
            />
          )}
          <div className="toast-text">
            <Radix.Title className="toast-title">{shown.title}</Radix.Title>
            {shown.description !== undefined && (
              <Radix.Description className="toast-words">{shown.description}</Radix.Description>
            )}
          </div>
          {shown.spoken !== undefined && <span className="visually-hidden">{shown.spoken}</span>}
          <Radix.Close asChild>
            <Button look="plain" isIcon aria-label="Close" className="toast-close">
              <Icon name="close" />
            </Button>
          </Radix.Close>
        </Radix.Root>
      )}
      {/* Inside the page it would be below every dialog. */}
      {createPortal(
        <Radix.Viewport
          hotkey={['F8']}
          label={label}
          className="toast-viewport"
          // A dialog that opens hides from readers all but what has this attribute.
          aria-live="off"
        />,
        document.body,
      )}
    </Radix.Provider>
  );
}
