/** Finding cards by what people type: every word, whatever case and accents; or the start of an id. */
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
