import { formatCount, formatCountOf, nounOf } from '#rules/amounts.ts';
import { GROUP_NAME_MAX_CHARACTERS, GROUPS_MAX } from '#rules/groups.ts';
import { failureToast } from '#web/ui/toasts.ts';
import type { Difference } from './saving/difference.ts';

const list = (names: readonly string[]) => new Intl.ListFormat('en').format(names);
const cards = (count: number) => formatCountOf(count, 'card');

const nameProblem = `A group name has 1 to ${GROUP_NAME_MAX_CHARACTERS} visible characters.`;

export const texts = {
  title: 'Your collection',
  byHand: 'Drag cards where they belong, or pick one up with the Space key.',
  byTouch: 'Hold a card, then carry it where it belongs.',
  savesItself: 'Changes save themselves.',
  cards,
  cardsWord: (count: number) => nounOf(count, 'card'),
  countOf: (shown: number, total: number) =>
    shown === total ? formatCount(total) : `${formatCount(shown)} of ${formatCount(total)}`,
  loading: 'Loading your cards',
  cardsFailed: {
    title: 'Your cards could not be read',
    text: 'They are still yours: only reading the list failed just now.',
  },
  groupsFailed: {
    title: 'Your groups could not be loaded',
    text: 'All cards stand together for now. Your groups are safe: nothing is changed or saved until they are back.',
    retry: 'Load groups again',
  },
  empty: {
    title: 'The stage is set, the cast is missing',
    text: 'No card of the collection lies in this wallet or its kiosks yet. The first one you get will appear here.',
  },
  stale: 'From an older reading of the chain.',
  dismiss: 'Dismiss',

  add: {
    label: 'Add Group',
    name: 'Group name',
    full: `${GROUPS_MAX} groups are the most there can be.`,
    added: (name: string) => `Group ${name} added.`,
    newName: 'New group',
  },
  nameProblem,
  nameKept: (name: string) =>
    failureToast('Name Not Changed')(`${nameProblem} It stays \u2068${name}\u2069.`),

  search: { label: 'Search cards', placeholder: 'Name or Ki', none: 'No card matches.' },
  order: {
    label: 'Sort',
    own: 'My order',
    name: 'By name',
    number: 'By number',
    newest: 'Newest first',
    state: 'Listed, locked first',
    newestMeans: 'Newest: the last to be seen in your wallet when it was read.',
    newestUnknown: (count: number) =>
      `${cards(count)} ${count === 1 ? 'was' : 'were'} there at the first reading, so nobody can say when ${count === 1 ? 'it' : 'they'} came.`,
  },
  stack: {
    toggle: 'Stack doubles',
    name: (name: string, count: number) => `${cards(count)} ${name}`,
    /** '×300', or '25/300' */
    size: (selected: number, count: number) =>
      selected === 0 || selected === count
        ? `×${formatCount(count)}`
        : `${formatCount(selected)}/${formatCount(count)}`,
    spread: (name: string, count: number) => `Each of ${cards(count)} ${name}`,
  },
  ki: 'Ki',
  collections: { label: 'Collection', all: 'All' },
  rail: 'Groups',
  tools: 'Search and filter',
  toTop: 'To the top',
  album: {
    count: (held: number, all: number) => `${held} of ${all} genesis cards`,
    missing: (names: readonly string[]) => `Missing: ${list(names)}.`,
  },
  grid: 'Cards by group',

  group: {
    rename: (name: string) => `Rename ${name}`,
    nameField: (name: string) => `New name for ${name}`,
    delete: (name: string) => `Delete group ${name}`,
    more: (name: string) => `More for ${name}`,
    cardsOf: (name: string, count: number) => `${name}, ${cards(count)}`,
    selectAll: 'Select all',
    selectNone: 'Select none',
    renameItem: 'Rename',
    deleteItem: 'Delete group',
    up: 'Move group up',
    down: 'Move group down',
    emptyOwn: 'Drop cards here',
    emptyRest: 'Every card is in a group of yours',
    emptyReadOnly: 'No card in this group',
    emptyFiltered: 'No card of this group is shown',
    deleted: (name: string, count: number) =>
      count === 0
        ? `${name} deleted.`
        : `${name} deleted. ${cards(count)} went back to My Collection.`,
    undo: 'Undo',
    noRoom: (name: string) =>
      `No room for \u2068${name}\u2069: ${GROUPS_MAX} groups are the most there can be.`,
    restored: (name: string) => `${name} is back.`,
    renamed: (from: string, to: string) => `${from} is now called ${to}.`,
    shifted: (name: string, place: number, of: number) =>
      `${name} is group ${formatCount(place)} of ${formatCount(of)} now.`,
  },

  card: {
    select: (name: string) => `Select ${name}`,
    moveTo: 'Move to...',
    moveFor: (name: string) => ` for ${name}`,
    look: (name: string) => `Look at ${name}`,
    explorer: (name: string) => `${name} in the explorer, opens in a new tab`,
    help: 'Space picks the card up, arrow keys choose its place, Space drops it, Escape puts it back. X selects, Shift with arrows selects several. V shows the card large.',
  },

  menu: {
    one: (name: string) => `Move ${name} to`,
    many: (count: number) => `Move ${cards(count)} to`,
    here: 'here',
    newGroup: 'New group...',
  },

  selection: {
    label: 'Selected cards',
    count: (count: number) => `${formatCount(count)} selected`,
    howMany: (count: number) => `How many of ${formatCount(count)}`,
    of: (count: number) => `of ${formatCount(count)}`,
    moveTo: 'Move to...',
    clear: 'Clear',
  },

  drag: {
    picked: (what: string, group: string) =>
      `Picked up ${what} from ${group}. Arrow keys choose the place, Space drops, Escape puts back.`,
    at: (group: string, place: number, of: number) =>
      `${group}, place ${formatCount(place)} of ${formatCount(of)}.`,
    into: (group: string) => `Into ${group}.`,
    back: (what: string) => `${what} put back.`,
  },
  moved: (what: string, group: string) => `${what} moved to ${group}.`,
  groupGone: 'That group is gone. Nothing was moved.',

  save: {
    saving: 'Saving',
    saved: 'Saved',
    failed: 'Not saved',
    conflict: 'Not saved',
    retry: 'Retry',
    unsigned: 'Saving needs your signature. Your changes wait here.',
    noAnswer: 'No answer from the server. Your changes wait here.',
    notDone: 'Saving did not work. Your changes wait here.',
    dropped: (count: number) =>
      `${cards(count)} left your wallet and so ${count === 1 ? 'its' : 'their'} group.`,
  },

  conflict: {
    title: 'These groups were changed in another tab',
    there: 'What happened there',
    here: 'What waits here',
    lost: 'Has no place any more',
    lostRename: (name: string) => `Renaming a group to “${name}”: the group is gone`,
    lostMove: (count: number) => `Moving ${cards(count)}: the group is gone`,
    lostGroup: (name: string) => `Adding “${name}”: there is no room for another group`,
    lostOther: 'A change to a group that is gone',
    keep: 'Save mine on top',
    drop: 'Take theirs, drop mine',
  },
};

export const guestTexts = {
  title: 'Collection',
  loading: 'Loading the cards',
  failed: 'The collection could not be read',
  failedText: 'The server did not answer as it should.',
  groupsFailed: {
    title: 'The groups could not be loaded',
    text: 'All cards stand together for now.',
  },
  empty: 'No card of the collection lies in this wallet or its kiosks.',
};

export function linesOf(change: Difference): string[] {
  const quoted = (name: string) => `“${name}”`;
  const lines = [
    ...change.added.map((name) => `${quoted(name)} was added`),
    ...change.deleted.map((name) => `${quoted(name)} was deleted`),
    ...change.renamed.map(({ from, to }) => `${quoted(from)} was renamed ${quoted(to)}`),
    ...change.moved.map(({ to, cards: count }) => `${cards(count)} moved to ${quoted(to)}`),
    ...(change.isReordered ? ['The order was changed'] : []),
  ];
  return lines.length > 0 ? lines : ['Nothing that shows'];
}
