import type { Nft } from '#contract/cards.ts';
import type { Transfer } from '#contract/transfers.ts';
import { shortAddress } from '#rules/address.ts';
import { texts } from './texts.ts';

/** Title and sentence for what has become of it. */
export function outcomeWords(
  card: Nft,
  { status, recipient }: Transfer,
): { title: string; text: string } {
  switch (status) {
    case 'done':
      return { title: texts.done, text: texts.doneText(card.name, shortAddress(recipient)) };
    case 'late':
      return { title: texts.late, text: texts.lateText };
    case 'failed':
      return { title: texts.failed, text: texts.failedText };
    case 'refused':
      return { title: texts.failed, text: texts.refusedText };
    default:
      return { title: texts.onItsWay, text: texts.onItsWayText };
  }
}
