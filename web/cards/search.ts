/** Search and order of cards. */
import { typeOf } from './card-look.ts';

/** Made at the first use: that takes a phone a tenth of a second. */
let collator: Intl.Collator | undefined;

/** Compares names with numbers as numbers: #9 before #10. */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}

interface Searchable {
  readonly id: string;
  readonly name: string;
}

/**
 * Finds all words of the name and the type line, without regard to case and accents; or the start of an id.
 * @returns a predicate, so that the search text is prepared only once
 */
export function searchFor(search: string): (card: Searchable) => boolean {
  const terms = folded(search).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return () => true;
  return (card) => {
    const text = folded(`${card.name} ${typeOf(card.name)}`);
    return terms.every((term) => text.includes(term) || card.id.startsWith(term));
  };
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
