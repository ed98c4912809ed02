import { type CSSProperties, Fragment, type ReactNode } from 'react';

interface SkeletonProps extends Pick<CSSProperties, 'width' | 'height' | 'margin'> {
  className?: string;
}

/** A placeholder with the size of what is loading; hidden from screen readers. */
export function Skeleton({ className = '', ...size }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton ${className}`} style={size} />;
}

interface PlaceholdersProps {
  /** For screen readers. */
  label: string;
  count: number;
  className: string;
  children: (index: number) => ReactNode;
}

/** A list while its rows are loading. */
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
