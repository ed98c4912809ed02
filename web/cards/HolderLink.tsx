import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { collectorPath } from '#rules/pages.ts';

/** The name of a holder of cards, as a link to the profile: `/profile?wallet=0x...`. */
export function HolderLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <Link href={collectorPath(address)} className="holder-link">
      {children}
    </Link>
  );
}
