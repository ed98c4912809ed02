import { formatCount, formatCountOf } from '#rules/amounts.ts';
import { CARDS_PER_ENTRY } from '#rules/whitelist.ts';
import { formatDay, formatMoment } from '#web/ui/dates.ts';
import { entryTexts } from './public-texts.ts';

const { entries } = entryTexts;
const cards = (count: number) => formatCountOf(count, 'card');
const list = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

export const texts = {
  title: entryTexts.title,
  about: entryTexts.about,
  entries,
  add: 'Add WL Entry',
  needCards: `Need ${CARDS_PER_ENTRY}+ Cards`,
  needMore: (missing: number) => `${missing} more and you are in.`,
  cardsReading: 'Your cards are being read.',
  cardsFailed: 'Your cards could not be read.',
  none: 'Nothing registered yet.',
  loading: 'Loading your registrations',
  failed: 'Your registrations could not be loaded.',

  entry: {
    line: (count: number, held: number) => `${entries(count)} · ${cards(held)}`,
    /** How long ago stands after it. */
    registered: 'Registered',
    live: entryTexts.live,
    lapsed: entryTexts.lapsed,
    /** How long ago stands after it. */
    checked: 'Checked',
    lapsedHelp: (at: string) =>
      `On ${formatMoment(at)} a card of this entry was no longer in your wallet.`,
    again: 'Delete it and register again.',
    delete: (line: string, at: string) => `Delete registration of ${line}, ${formatDay(at)}`,
    more: (count: number) => `+${formatCount(count)}`,
    gone: 'A card that is no longer in this wallet',
  },

  remove: {
    title: 'Delete this registration?',
    text: (count: number, held: number) =>
      `It gives up ${entries(count)}. ${held === 1 ? 'Its card is' : `Its ${cards(held)} are`} free again at once.`,
    confirm: 'Delete',
    keep: 'Keep it',
    done: 'Entry Deleted',
    doneText: 'Its cards are free again.',
    failed: 'Delete Failed',
    failedText: 'Failed to delete entry',
  },

  dialog: {
    title: 'Add WL Entry',
    intro: `Every ${CARDS_PER_ENTRY} cards are 1 entry. Selections should be multiples of ${CARDS_PER_ENTRY}.`,
    cards: 'Your cards',
    search: 'Search cards',
    searchPlaceholder: 'Name, number or Ki',
    howMany: 'How many entries?',
    most: (count: number) => `of ${formatCount(count)}`,
    noMatch: 'No card matches.',
    hideUsed: 'Hide cards in use',
    allUsed: 'All your cards are in use. Delete a registration to use its cards for another one.',
    missing: (count: number) => `Select ${count} more`,
    ready: (count: number) => `${entries(count)} ready to register`,
    selected: (count: number) => `${formatCount(count)} selected`,
    idle: (names: readonly string[]) =>
      names.length === 1
        ? `${names[0]} would be tied up for nothing.`
        : `${list(names)} would be tied up for nothing.`,
    leaveOut: 'Leave out',
    pick: (count: number) => `Pick ${formatCountOf(count, 'spare card')}`,
    selectAll: (count: number) => `Select all ${formatCount(count)}`,
    clear: 'Clear',
    register: 'Register',
    registering: 'Registering',
    notSigned: 'Not signed. Your selection is still here.',
  },
  backs: (at: string) => `In use since ${formatDay(at)}`,
  backsOther: 'Backs another entry',
  notHeld: 'No longer in your wallet',

  tooFew: `Please select at least ${CARDS_PER_ENTRY} NFTs`,
  markedOut: (names: readonly string[]) =>
    `${list(names)} ${names.length === 1 ? 'is' : 'are'} marked and left out: look again, then register.`,
  andMore: (count: number) => `${formatCount(count)} more`,
  registered: 'Successfully Registered!',
  registeredText: (count: number) => `${entries(count)} for the booster-pack whitelist.`,
  registerFailed: 'Registration Failed',
  registerFailedText: 'Failed to register',
};
