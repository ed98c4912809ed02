import type { Nft } from '#contract/cards.ts';
import { genesisOf, numberOf, withoutNumber } from './card-look.ts';

/** Made at the first use: that takes a phone a tenth of a second. */
let collator: Intl.Collator | undefined;
/** Texts that can be compared letter by letter. */
const PLAIN = /^[a-z ]*$/i;

/** Compares names with numbers as numbers: #9 before #10. */
export function compareNames(a: string, b: string): number {
  if (PLAIN.test(a) && PLAIN.test(b)) return compare(a.toLowerCase(), b.toLowerCase());
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(a, b);
}

/** Cards by name, #9 before #10. Thousands share a few names, so each name is compared only once as a text. */
export function inNameOrder<T extends { readonly name: string }>(cards: readonly T[]): T[] {
  const keyed = cards.map((card) => {
    return { card, text: withoutNumber(card.name), number: numberOf(card.name) ?? -1 };
  });
  const texts = [...new Set(keyed.map(({ text }) => text))].sort(compareNames);
  const places = new Map<string, number>();
  let place = 0;
  for (const [index, text] of texts.entries()) {
    // Texts that differ only in case or accents share a place.
    if (index > 0 && compareNames(texts[index - 1] ?? '', text) !== 0) place = index;
    places.set(text, place);
  }
  const placeOf = (text: string) => places.get(text) ?? 0;
  return keyed
    .sort((a, b) => placeOf(a.text) - placeOf(b.text) || compare(a.number, b.number))
    .map(({ card }) => card);
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Finds all words of the name and the type line, without regard to case and accents; or the start of an id.
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
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
