import { numberOf, withoutNumber } from './card-look.ts';

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
