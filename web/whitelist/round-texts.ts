import { formatCount, formatCountOf } from '#rules/amounts.ts';

export const roundTexts = {
  opens: (time: string) => `Opens ${time}`,
  closes: (time: string) => `Closes ${time}`,
  closed: (time: string) => `Closed ${time}`,
  freezing: (checked: number, wallets: number) =>
    `Being frozen: ${formatCount(checked)} of ${formatCountOf(wallets, 'wallet')} looked up`,
  frozen: (id: number, time: string) => `Round ${id} was frozen ${time}`,
  counts: (entries: number, wallets: number) =>
    `${formatCountOf(entries, 'entry', 'entries')} of ${formatCountOf(wallets, 'wallet')}`,
  checkpoints: (first: number, last: number) =>
    first === last
      ? `Read at checkpoint ${formatCount(first)}`
      : `Read between checkpoints ${formatCount(first)} and ${formatCount(last)}`,
  /** Why nothing can be added or deleted, by the state of the round. */
  shut: {
    upcoming: 'Nothing can be added or deleted before it opens.',
    closed: 'Nothing can be added or deleted any more in this round.',
    freezing: 'Nothing can be added or deleted while the list is frozen.',
    frozen: 'Nothing can be added or deleted until the next round begins.',
  },
  root: 'Root',
  list: 'The list',
  evidence: 'Why each counts',

  in: (entries: number) => `You are in: ${formatCountOf(entries, 'entry', 'entries')}`,
  out: 'You are not in this list.',
  proofAbout: 'At the mint you hand in your proof. It is yours alone, and it works once.',
  copy: 'Copy your proof',
  copying: {
    done: 'Copied to Clipboard',
    doneText: 'Paste it where the mint asks for it.',
    failed: 'Copy Failed',
    failedText: 'Your browser did not let us copy. Open the proof and copy it there.',
  },
  open: 'Open the proof',
  failed: 'Your proof could not be read.',
};
