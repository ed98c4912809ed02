/** Finding cards by what people type: every word, whatever case and accents; or the start of an id. */

/** Names in their order, numbers as numbers: #9 before #10. */
export const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export interface Searchable {
  readonly id: string;
  readonly name: string;
}

/** The question asked once for many cards. */
export function searchFor(search: string): (card: Searchable) => boolean {
  const terms = folded(search).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return () => true;
  return (card) => {
    const text = folded(card.name);
    return terms.every((term) => text.includes(term) || card.id.startsWith(term));
  };
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
