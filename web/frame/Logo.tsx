/** The mark: an M whose beam finds the one on the stage. */
export function Logo({ className = 'h-9' }: { className?: string }) {
  return (
    <img src="/art/mark.svg" alt="" width={33} height={36} className={`w-auto ${className}`} />
  );
}
