/** The mark: a card standing in a lamp's beam. */
export function Logo({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d="M18 0 36 36H0Z" fill="var(--ki-accent)" opacity=".3" />
      <path
        d="M9.500 9.500 25 6.200l4 20.300-15.500 3.300Z"
        fill="var(--ki-accent)"
        stroke="var(--color-ink-950)"
        strokeWidth="1.500"
      />
      <path
        d="m13.600 25-2.100-11.600 3.200-.7 4 5.300 1.900-6.500 3.200-.7L26 22.400l-3 .6-1.300-6.900-2.200 7-2.300.5-4.200-5.900 1.300 6.800Z"
        fill="var(--ki-on-accent)"
      />
    </svg>
  );
}
