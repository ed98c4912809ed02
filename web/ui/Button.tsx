import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { useKeptFocus } from './focus.ts';

export type ButtonLook = 'primary' | 'quiet' | 'danger' | 'plain';

interface Own {
  look?: ButtonLook | undefined;
  size?: 'sm' | 'lg' | undefined;
  /** A square for a single icon; give it an aria-label. */
  isIcon?: boolean | undefined;
  /**
   * What it began still runs: a press does nothing more. Disabled it would lose the focus, and Shift+Tab would lead
   * behind its dialog.
   */
  isBusy?: boolean | undefined;
}

/** Class names of a control that looks like a button, for links too. */
export function buttonClass({ look = 'quiet', size, isIcon }: Own, more = ''): string {
  return [
    'btn',
    `btn-${look}`,
    size === undefined ? '' : `btn-${size}`,
    isIcon ? 'btn-icon' : '',
    more,
  ]
    .filter(Boolean)
    .join(' ');
}

export function Button({
  look,
  size,
  isIcon,
  isBusy,
  className,
  ...rest
}: Own & ComponentPropsWithoutRef<'button'>) {
  const button = useKeptFocus<HTMLButtonElement>(rest.disabled === true);
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && { 'aria-disabled': true, onClick: prevent })}
      ref={button}
      className={buttonClass({ look, size, isIcon }, className)}
    />
  );
}

/** For a form too, which Enter in a field submits by a click on its button. */
const prevent = (event: MouseEvent) => event.preventDefault();

export function NewTabLink(props: ComponentPropsWithoutRef<'a'>) {
  return <a target="_blank" rel="noreferrer" {...props} />;
}
