import type { CSSProperties } from 'react';

interface SkeletonProps extends Pick<CSSProperties, 'width' | 'height' | 'margin'> {
  className?: string;
}

/** A place held for what is loading; give it the size of what comes. Silent for screen readers. */
export function Skeleton({ className = '', ...size }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton ${className}`} style={size} />;
}
