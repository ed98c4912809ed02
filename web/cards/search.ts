import type { Nft } from '#contract/cards.ts';
import { genesisOf } from './card-look.ts';

/**
 * Finds all words of the name and the type line, without regard to case, accents and Arabic or Persian digits; or the
 * start of an id.
 * @returns a predicate, so that the search text is prepared only once
 */
export function searchFor(search: string): (card: Pick<Nft, 'id' | 'name'>) => boolean {
  const terms = folded(search).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return () => true;
  return (card) => {
    const text = folded(`${card.name} ${genesisOf(card.name)?.type ?? ''}`);
    return terms.every((term) => text.includes(term) || card.id.startsWith(term));
  };
}

function folded(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // Their last hexadecimal place is the digit.
  return plain.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16));
}
