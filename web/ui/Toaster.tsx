import * as Radix from '@radix-ui/react-toast';
import { useDeferredValue } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';
import { useStore } from './external-store.ts';
import { Icon } from './Icon.tsx';
import { closeOfTopDialog } from './open-dialogs.ts';
import { dismissToast, TOAST_DURATION, TOAST_SWIPE_THRESHOLD, toasts } from './toasts.ts';
import './toaster.css';

interface ToasterProps {
  /** Label of the region that F8 focuses; the library replaces `{hotkey}`. */
  label: string;
}

const isFocusIn = (place: string) => document.activeElement?.closest(place) != null;

/** Shows the toasts made by `toast()`. */
export function Toaster({ label }: ToasterProps) {
  // Rendered after the change that it reports: the library measures, and the layout would be computed twice.
  const shown = useDeferredValue(useStore(toasts));
  return (
    <Radix.Provider
      duration={TOAST_DURATION}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD}
    >
      {shown.map(({ id, title, description, isDestructive, isWarning, isNews, isOpen }) => (
        <Radix.Root
          key={id}
          open={isOpen}
          onOpenChange={(open) => open || dismissToast(id)}
          type={isDestructive ? 'foreground' : 'background'}
          className="toast"
          data-destructive={isDestructive || undefined}
          data-warning={isWarning || undefined}
          data-news={isNews || undefined}
          onEscapeKeyDown={(event) => {
            // Escape closes the dialog or menu that lies open, also under a toast that came after it.
            const close = closeOfTopDialog();
            if (close === null || isFocusIn('.toast-viewport')) return;
            event.preventDefault();
            close();
          }}
        >
          {!isNews && (
            <Icon name={isDestructive || isWarning ? 'alert' : 'check'} className="toast-icon" />
          )}
          <div className="toast-text">
            <Radix.Title className="toast-title">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="toast-words">{description}</Radix.Description>
            )}
          </div>
          <Radix.Close asChild>
            <Button look="plain" isIcon aria-label="Close" className="toast-close">
              <Icon name="close" />
            </Button>
          </Radix.Close>
        </Radix.Root>
      ))}
      {/* Inside the page it would be below every dialog. */}
      {createPortal(
        <Radix.Viewport hotkey={['F8']} label={label} className="toast-viewport" />,
        document.body,
      )}
    </Radix.Provider>
  );
}
