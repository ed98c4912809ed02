import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { collectorPath } from '#rules/pages.ts';

/** The name of whoever holds cards, as a link to them: `/profile?wallet=0x...`. */
export function HolderLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <Link href={collectorPath(address)} className="holder-link">
      {children}
    </Link>
  );
}
