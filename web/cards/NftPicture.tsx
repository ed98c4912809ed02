import { useState } from 'react';
import { imageCandidates } from '#rules/cards.ts';
import { settings } from '#web/api/settings.ts';
import { FallbackImage } from '#web/ui/FallbackImage.tsx';

interface NftPictureProps {
  imageUrl: string | null;
  alt: string;
  isUrgent?: boolean;
}

/** A card's picture through the gateways, sized for the card's art window. */
export function NftPicture({ imageUrl, alt, isUrgent = false }: NftPictureProps) {
  return <Chain key={imageUrl} imageUrl={imageUrl} alt={alt} isUrgent={isUrgent} />;
}

/** The order of the links is fixed at mount: a change of the preferred gateway must not reload the picture. */
function Chain({ imageUrl, alt, isUrgent }: Required<NftPictureProps>) {
  const [links] = useState(() => imageCandidates(imageUrl, settings().ipfsGateways, worked));
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

/** Index of the IPFS gateway that answered last; it is tried first for the next picture (H5). */
let worked = 0;

function noteWorked(link: string): void {
  const index = settings().ipfsGateways.findIndex((template) =>
    link.startsWith(template.split('{cid}', 1)[0] ?? template),
  );
  if (index >= 0) worked = index;
}
