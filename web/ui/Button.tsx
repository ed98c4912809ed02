import type { ComponentPropsWithoutRef } from 'react';
import { useKeptFocus } from './focus.ts';

export type ButtonLook = 'primary' | 'quiet' | 'danger' | 'plain';

interface Own {
  look?: ButtonLook | undefined;
  size?: 'sm' | 'lg' | undefined;
  /** A square for a single icon; give it an aria-label. */
  isIcon?: boolean | undefined;
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
  className,
  ...rest
}: Own & ComponentPropsWithoutRef<'button'>) {
  const button = useKeptFocus<HTMLButtonElement>(rest.disabled === true);
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      className={buttonClass({ look, size, isIcon }, className)}
    />
  );
}

export function NewTabLink(props: ComponentPropsWithoutRef<'a'>) {
  return <a target="_blank" rel="noreferrer" {...props} />;
}
