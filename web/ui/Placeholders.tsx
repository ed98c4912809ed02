import { Fragment, type ReactNode } from 'react';

interface PlaceholdersProps {
  /** For screen readers. */
  label: string;
  count: number;
  className: string;
  children: (index: number) => ReactNode;
}

export function Placeholders({ label, count, className, children }: PlaceholdersProps) {
  return (
    <>
      <p role="status" className="visually-hidden">
        {label}
      </p>
      <ol className={className} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Fragment key={index}>{children(index)}</Fragment>
        ))}
      </ol>
    </>
  );
}
