/** The card that is looked at on the whole screen, and its neighbours. */
import type { Nft } from '#contract/cards.ts';
import type { Cursor } from './canvas/directions.ts';
import type { OrganiserModel } from './use-organiser.ts';

export interface LookedCard {
  readonly nft: Nft;
  readonly group: string;
  /** Position among the cards shown, from 0. */
  readonly shown: number;
  readonly count: number;
  onShow(index: number): void;
  onClose(): void;
  /** Returns the focus to the card that was shown last. */
  onClosed(): void;
}

/** @returns null when no card is looked at, or when it has left the cards that are shown */
export function lookedCard(
  { cards, sections }: Pick<OrganiserModel, 'cards' | 'sections'>,
  id: string | null,
  onLook: (id: string | null) => void,
  go: (place: Cursor) => void,
): LookedCard | null {
  const nft = id === null ? undefined : cards.get(id);
  const section = sections.find(({ cardIds }) => nft !== undefined && cardIds.includes(nft.id));
  if (nft === undefined || section === undefined) return null;
  const order = sections.flatMap(({ cardIds }) => cardIds);
  return {
    nft,
    group: section.name,
    shown: order.indexOf(nft.id),
    count: order.length,
    onShow: (index) => onLook(order[index] ?? null),
    onClose: () => onLook(null),
    onClosed: () => go({ groupId: section.id, cardId: nft.id }),
  };
}
