/** Which IPFS gateway answered last: it is tried first for the next picture (H5). */
import { imageCandidates } from '#rules/cards.ts';
import { settings } from '#web/api/settings.ts';

let worked = 0;

/** Links to try for a picture, in order; the last is our own placeholder. */
export function pictureLinks(imageUrl: string | null): string[] {
  return imageCandidates(imageUrl, settings().ipfsGateways, worked);
}

/** A picture came from this link. */
export function noteWorked(link: string): void {
  const index = settings().ipfsGateways.findIndex((template) =>
    link.startsWith(template.split('{cid}', 1)[0] ?? template),
  );
  if (index >= 0) worked = index;
}
