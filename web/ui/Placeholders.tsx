import { Fragment, type ReactNode } from 'react';

interface PlaceholdersProps {
  /** Spoken while they stand there. */
  label: string;
  count: number;
  /** Of the list. */
  className: string;
  /** One item, by its place from 0. */
  children: (index: number) => ReactNode;
}

/** Stands in for the rows of a list that is loading, in their shape. */
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
