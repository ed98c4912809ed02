import type { Nft } from '#contract/cards.ts';
import { Card, type CardProps } from './Card.tsx';
import { nftLook } from './card-look.ts';
import { NftPicture } from './NftPicture.tsx';

type OwnedCardProps = {
  nft: Nft;
  /** In place of the card's number. */
  edition?: string | undefined;
} & Omit<CardProps, keyof ReturnType<typeof nftLook>>;

/** A card of a wallet, with its picture and marks (for sale, locked). */
export function OwnedCard({ nft, edition, isUrgent, ...rest }: OwnedCardProps) {
  const look = nftLook(nft);
  return (
    <Card {...rest} {...look} edition={edition ?? look.edition} isNamed>
      <NftPicture imageUrl={nft.imageUrl} alt={nft.name} isUrgent={isUrgent ?? false} />
    </Card>
  );
}
