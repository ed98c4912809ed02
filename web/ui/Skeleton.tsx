import type { CSSProperties } from 'react';

interface SkeletonProps extends Pick<CSSProperties, 'width' | 'height' | 'margin'> {
  className?: string;
}

/** A placeholder with the size of what is loading; hidden from screen readers. */
export function Skeleton({ className = '', ...size }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton ${className}`} style={size} />;
}
