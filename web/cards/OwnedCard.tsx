import type { Nft } from '#contract/cards.ts';
import { FallbackImage } from '#web/ui/FallbackImage.tsx';
import { Card, type CardProps } from './Card.tsx';
import { faceOf } from './face.ts';
import { noteWorked, pictureLinks } from './gateways.ts';

type OwnedCardProps = { nft: Nft } & Omit<
  CardProps,
  'name' | 'type' | 'ki' | 'edition' | 'imageUrl' | 'imageAlt' | 'isListed' | 'isLocked'
>;

/** A card somebody holds, with the marks of where it lies: for sale, locked. */
export function OwnedCard({ nft, isUrgent, ...rest }: OwnedCardProps) {
  return (
    <Card {...rest} {...faceOf(nft.name)} isListed={nft.isListed} isLocked={nft.isLocked}>
      <FallbackImage
        key={nft.imageUrl}
        sources={pictureLinks(nft.imageUrl)}
        alt={nft.name}
        onWorked={noteWorked}
        isUrgent={isUrgent ?? false}
        width={1000}
        height={1100}
      />
    </Card>
  );
}
