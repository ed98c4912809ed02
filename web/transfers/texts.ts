import type { Nft } from '#contract/cards.ts';
import type { Transfer } from '#contract/transfers.ts';
import { shortAddress } from '#rules/address.ts';
import { formatCountOf, fullAmount, SUI_DECIMALS } from '#rules/amounts.ts';

const sui = (mist: bigint) => `${fullAmount(mist, SUI_DECIMALS)} SUI`;

export const texts = {
  item: 'Send card...',
  off: {
    kiosk: 'in a kiosk',
    listed: 'for sale',
    locked: 'locked in a kiosk',
    wallet: 'your wallet cannot sign it',
    busy: 'another is on its way',
  },

  title: 'Send card',
  intro: (name: string) => `${name} goes to another wallet, for good.`,
  recipient: 'To whom',
  placeholder: '0x... or name.sui',
  recipientHelp: 'A whole wallet address (0x and 64 hex digits) or a SuiNS name.',
  check: 'Check and see the fee',
  checking: 'Trying it out...',
  checkFailed: 'This could not be tried out. Nothing was sent. Please try again.',
  notSigned: 'This needs your signature first. Nothing was sent.',

  to: 'To',
  compare: 'Compare every character with the address you were given. Nobody can take this back.',
  fee: 'Network fee',
  feeOf: (mist: bigint) => (mist > 0n ? `about ${sui(mist)}` : `none, ${sui(-mist)} comes back`),
  feePaid: (mist: bigint) => (mist > 0n ? sui(mist) : `none, ${sui(-mist)} came back`),
  ties: 'What goes with it',
  entryLapses: (count: number) =>
    `Your whitelist registration of ${formatCountOf(count, 'entry', 'entries')} lapses: this card backs it.`,
  leavesGroup: (name: string) => `The card leaves your group ${name}.`,
  sign: 'Sign and send',
  signing: 'Waiting for your wallet...',
  back: 'Another recipient',
  rejected: 'Your wallet did not sign. Nothing was sent, and nothing changed.',
  changed: 'Your wallet signed another transaction than the one shown here, so it was not sent.',
  notArrived: 'This did not arrive. Nothing was sent. Please try again.',
  handInFailed: 'This could not be sent. Please begin again.',

  onItsWay: 'On its way',
  onItsWayText: 'The network has it. As a rule this takes a few seconds; you may close this.',
  late: 'Not seen yet',
  lateText:
    'The network took the transfer, but does not show it yet. It is looked for in the background, and your cards are read again when it is found.',
  done: 'Card Sent',
  doneText: (name: string, to: string) => `${name} now belongs to ${to}.`,
  failed: 'The card was not sent',
  failedText: 'The network tried the transfer and broke it off. The card is still yours.',
  refusedText: 'The network did not take the transfer. The card is still yours.',
  explorer: 'See the card in the explorer',
  transaction: 'Transaction',
  finish: 'Done',
};

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
    case 'open':
      return { title: texts.failed, text: texts.notArrived };
    case 'sent':
      return { title: texts.onItsWay, text: texts.onItsWayText };
  }
}
