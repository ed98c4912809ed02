/** A place held for what is loading; give it the size of what comes. Silent for screen readers. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />;
}
