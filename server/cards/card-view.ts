import type { Nft } from '#contract/cards.ts';
import type { HeldCard } from '#server/sui/chain.ts';

export function viewCard(card: HeldCard): Nft {
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
  };
}
