import { formatCount, formatCountOf } from '#rules/amounts.ts';

const registrations = (count: number) => formatCountOf(count, 'registration');

export const roundTexts = {
  title: (id: number) => `Round ${id}`,
  states: {
    upcoming: 'Not open yet',
    open: 'Open',
    closed: 'Closed',
    freezing: 'Being frozen',
    frozen: 'Frozen',
  },
  about:
    'Registering and deleting work between these times. Without them the list is open without end.',
  opens: 'Opens',
  closes: 'Closes',
  save: 'Save times',
  saved: 'Times Saved',
  savedText: 'Everybody sees them now.',
  closeNow: 'Close now',
  unread: 'The round could not be read.',
  failed: 'Round Not Changed',
  failedText: 'The server could not be reached.',
  notSigned: 'Not signed. Nothing was changed.',

  freeze: 'Freeze the list',
  freezeAbout:
    'A closed list can be frozen: every wallet is read once more, then the list is published for ever.',
  confirm: {
    title: 'Freeze this round?',
    confirm: 'Freeze it',
    keep: 'Not yet',
  },
  confirmText: (count: number) =>
    `${registrations(count)} will be checked once more. Nobody can register or delete from then on, and a frozen list never changes.`,
  progress: 'Wallets looked up',
  checked: (checked: number, wallets: number) =>
    `${formatCount(checked)} of ${formatCountOf(wallets, 'wallet')} looked up.`,
  goesOn: 'It goes on without this page.',
  waits: (count: number) =>
    `${formatCountOf(count, 'wallet')} could not be read. The freeze waits for ${count === 1 ? 'it' : 'them'} and tries again:`,
  next: (id: number) => `Begin round ${id}`,
  nextConfirm: (id: number) => ({
    title: `Begin round ${id}?`,
    confirm: 'Begin it',
    keep: 'Not yet',
  }),
  nextText:
    'It begins with an empty list, open at once. All cards are free again; the frozen list stays published.',
};
