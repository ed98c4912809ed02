import type { Nft } from '#contract/cards.ts';
import type { StoredCard } from './holding-store.ts';

export function viewCard(card: StoredCard): Nft {
  return {
    id: card.id,
    tokenId: card.id,
    contractAddress: card.type,
    name: card.name,
    description: card.description,
    imageUrl: card.imageUrl,
    place: card.place,
    kioskId: card.kioskId,
    isListed: card.isListed,
    isLocked: card.isLocked,
    heldSince: card.heldSince?.toISOString() ?? null,
  };
}
