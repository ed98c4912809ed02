import type { Nft } from '#contract/cards.ts';
import { texts } from './texts.ts';

interface Sender {
  readonly canSign: boolean;
  /** Another transfer is running. */
  readonly isBusy: boolean;
}

/** The reason in a few words; null when the card can be sent. */
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

/** The address in groups of four characters. */
export function inGroups(address: string): string[] {
  return address.match(/^0x|.{1,4}/g) ?? [];
}
