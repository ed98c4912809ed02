import { formatCount, formatCountOf, nounOf } from '#rules/amounts.ts';
import { CARDS_PER_ENTRY } from '#rules/whitelist.ts';

const registrations = (count: number) => formatCountOf(count, 'registration');
const wallets = (count: number) => formatCountOf(count, 'wallet');
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE = 60_000;

/** "58 minutes ago"; hours and days when it is longer. */
export function sinceWords(at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return ago.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day');
}

export const texts = {
  title: 'Admin Dashboard',
  eyebrow: 'Booster Pack Whitelist',
  lead: 'Who is in, what they put up, and whether they still hold it.',

  tiles: {
    label: 'The whitelist in numbers',
    loading: '...',
    unknown: '?',
    totalEntries: ['Total Entries', `Every ${CARDS_PER_ENTRY} registered cards are 1`],
    uniqueWallets: ['Unique Wallets', 'With at least one registration'],
    nftsSelected: ['NFTs Selected', 'In all registrations together'],
    registrations: ['Registrations', 'Sets of cards, each by one wallet'],
    of: (count: number) => `Of ${formatCount(count)} in all`,
    failed: 'The numbers could not be read.',
  },

  verdicts: {
    title: 'Checked against the chain',
    none: 'Nothing to check yet.',
    allHeld: (count: number) =>
      count === 1
        ? 'The one registration still held all its cards when it was last checked.'
        : `All ${formatCount(count)} registrations still held all their cards when they were last checked.`,
    held: (held: number, count: number) =>
      `${formatCount(held)} of ${registrations(count)} still held all their cards when they were last checked.`,
    oldest: (since: string, at: string) => `The oldest check was ${since}, ${at}.`,
    /** About as long as `oldest`, which takes its place. */
    oldestOn: (day: string, time: string) => `The oldest check was on ${day}, ${time} UTC.`,
    routine: 'The server goes on checking in the background.',
    before: 'Before you export, you can have all of them checked now.',
    again: 'Re-check now',
    asking: 'Asking',
    running: (done: number, all: number) => `Checking: ${formatCount(done)} of ${wallets(all)}`,
    beginning: 'Checking',
    goesOn: 'It goes on when you leave this page.',
    notSigned: 'Not signed. Nothing was started.',
    failed: 'Re-check Failed',
    failedText: 'The re-check could not be started.',
    done: 'Re-check Complete',
    doneText: (count: number) =>
      count === 0 ? 'Every verdict was fresh already.' : `${wallets(count)} checked.`,
    unreachable: (count: number) =>
      `The Sui network did not answer for ${wallets(count)}. Their registrations keep the verdict of their last check; try again later.`,
    progress: 'Progress of the re-check',
  },

  export: {
    title: 'Take it with you',
    format: 'Format',
    formats: {
      csv: 'A table',
      json: 'All details',
      txt: 'Plain text',
    },
    holds: {
      csv: 'For spreadsheets: one line per registration, newest first, with its wallet, entries, number of cards and date.',
      json: 'For programs: the totals, and every registration with its card ids and its last check.',
      txt: 'For reading: the totals on top, then one line per registration, newest first.',
    },
    download: 'Download',
    copy: 'Copy Addresses',
    heldOnly: 'Only those that still hold their cards',
    lapsed: (count: number, all: number) => {
      if (all === 0) return '';
      if (count === 0) return 'All registrations still hold their cards.';
      const verb = count === 1 ? 'holds its' : 'hold their';
      return `${formatCount(count)} of ${registrations(all)} no longer ${verb} cards.`;
    },
    reading: (read: number, all: number | undefined) =>
      all === undefined || all < read
        ? `${formatCount(read)} read`
        : `${formatCount(read)} of ${formatCount(all)} read`,
    cancel: 'Cancel',
  },
  noData: 'No Data',
  acts: {
    download: {
      nothing: 'No whitelist entries to download.',
      done: 'Download Complete',
      doneText: (count: number, name: string) => `${registrations(count)} in ${name}`,
      failed: 'Download Failed',
      failedText: 'The whitelist could not be read to its end. Please try again.',
    },
    copy: {
      nothing: 'No wallet addresses to copy.',
      done: 'Copied to Clipboard',
      doneText: (count: number) =>
        count === 1 ? '1 wallet address' : `${formatCount(count)} wallet addresses, each once`,
      failed: 'Copy Failed',
      failedText: 'The browser did not take the addresses. Download the txt instead.',
    },
  },

  list: {
    title: 'Registrations',
    caption: 'Registrations, newest first',
    wallet: 'Wallet',
    entries: 'Entries',
    nfts: 'NFTs',
    registered: 'Registered',
    status: 'Status',
    verdict: 'Last check',
    qualified: 'Qualified',
    held: 'Holds all cards',
    lapsed: 'A card is gone',
    entryUnit: (count: number) => nounOf(count, 'entry', 'entries'),
    nftUnit: 'NFTs',
    choose: (wallet: string) => `Select the registration of ${wallet}`,
    explorer: 'in the explorer',
    chosen: (count: number) => `${registrations(count)} selected`,
    chooseAll: (count: number) => `Select all ${formatCount(count)}`,
    copyChosen: 'Copy their addresses',
    clear: 'Clear',
    shown: (read: number, all: number, isHeldOnly: boolean) => {
      const count =
        read >= all ? registrations(read) : `${formatCount(read)} of ${registrations(all)} read`;
      return isHeldOnly ? `${count}, only those that still hold their cards` : count;
    },
    search: 'Search registrations',
    searchHint: 'Name or address (0x...)',
    tooLittle: 'Two letters of a name, or 0x and two digits, are enough to search.',
    found: (count: number, isWhole: boolean, isHeldOnly: boolean) => {
      const all = isWhole ? registrations(count) : `${formatCount(count)} or more`;
      return isHeldOnly ? `${all} found, only those that still hold their cards` : `${all} found`;
    },
    noneFound: 'No registration found.',
    noneFoundText: (text: string) =>
      `No wallet with a registration has a name with words that begin like \u2018${text}\u2019, or such an address.`,
    loading: 'Loading the registrations',
    none: 'Nobody has registered yet.',
    noneText: 'The first registration will stand here the moment it is made.',
    noneHeld: 'None of them still holds its cards.',
    noneHeldText: 'Switch off \u2018Only those that still hold their cards\u2019 to see them all.',
    failed: 'The registrations could not be read.',
    stale: 'The list could not be read again. This is how it stood before.',
    moreFailed: 'The rest of the list did not come.',
    refresh: 'Read the list again',
  },
};
