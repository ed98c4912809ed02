/** Whether a card can be sent from here, and if not, why not. */
import type { Nft } from '#contract/cards.ts';
import { texts } from './texts.ts';

interface Sender {
  readonly canSign: boolean;
  /** A transfer is under way. */
  readonly isBusy: boolean;
}

/** In a few words; null when nothing is in the way. */
export function whyNotSent(
  { place, isListed, isLocked }: Pick<Nft, 'place' | 'isListed' | 'isLocked'>,
  { canSign, isBusy }: Sender,
): string | null {
  if (isListed) return texts.off.listed;
  if (isLocked) return texts.off.locked;
  if (place !== 'wallet') return texts.off.kiosk;
  if (!canSign) return texts.off.wallet;
  return isBusy ? texts.off.busy : null;
}

/** The address in groups of four, as people compare it. */
export function inGroups(address: string): string[] {
  return address.match(/^0x|.{1,4}/g) ?? [];
}
