/**
 * A card as it may be stored. Its texts come from the chain, where whoever made the collection can
 * write anything: bounded here, once.
 */
import type { HeldCard } from '#server/sui/chain.ts';

const NAME_MAX = 200;
const DESCRIPTION_MAX = 4_000;
const IMAGE_URL_MAX = 2_048;

/** The cards in the order of their ids, each once: two readings then lock rows in the same order. */
export function storedCards(cards: readonly HeldCard[]): HeldCard[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(stored);
}

function stored(card: HeldCard): HeldCard {
  const imageUrl = card.imageUrl === null ? null : withoutNul(card.imageUrl);
  return {
    ...card,
    name: cut(withoutNul(card.name), NAME_MAX),
    description:
      card.description === null ? null : cut(withoutNul(card.description), DESCRIPTION_MAX),
    // Half a link is no link.
    imageUrl: imageUrl !== null && imageUrl.length <= IMAGE_URL_MAX ? imageUrl : null,
  };
}

/** PostgreSQL keeps no NUL in a text. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

/** At most `max` UTF-16 units, without leaving half of a character behind. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.slice(0, max);
  return end.isWellFormed() ? end : end.slice(0, -1).toWellFormed();
}
