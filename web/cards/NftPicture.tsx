import { useState } from 'react';
import { FallbackImage } from '#web/ui/FallbackImage.tsx';
import { noteWorked, pictureLinks } from './gateways.ts';

interface NftPictureProps {
  imageUrl: string | null;
  /** The card's name. */
  alt: string;
  isUrgent?: boolean;
}

/** A card's picture through the gateways, sized for the card's art window. */
export function NftPicture({ imageUrl, alt, isUrgent = false }: NftPictureProps) {
  return <Chain key={imageUrl} imageUrl={imageUrl} alt={alt} isUrgent={isUrgent} />;
}

/** Keeps its order of links while it lives: what works elsewhere meanwhile must not restart it. */
function Chain({ imageUrl, alt, isUrgent }: Required<NftPictureProps>) {
  const [links] = useState(() => pictureLinks(imageUrl));
  return (
    <FallbackImage
      sources={links}
      alt={alt}
      width={1000}
      height={1100}
      isUrgent={isUrgent}
      onWorked={noteWorked}
    />
  );
}
