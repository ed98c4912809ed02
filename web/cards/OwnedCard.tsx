import type { Nft } from '#contract/cards.ts';
import { Card, type CardProps } from './Card.tsx';
import { type CardLook, nftLook } from './card-look.ts';
import { NftPicture } from './NftPicture.tsx';

interface OwnedCardProps extends Omit<CardProps, 'look'> {
  nft: Nft;
  /** What the card itself does not tell, or in its place. */
  look?: Partial<CardLook>;
}

/** A card of a wallet, with its picture and marks (for sale, locked). */
export function OwnedCard({ nft, look, ...rest }: OwnedCardProps) {
  return (
    <Card {...rest} look={{ ...nftLook(nft), isNamed: true, ...look }}>
      <NftPicture imageUrl={nft.imageUrl} alt={nft.name} isUrgent={look?.isUrgent ?? false} />
    </Card>
  );
}
