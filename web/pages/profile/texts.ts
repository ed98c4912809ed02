import { formatCount, formatCountOf, nounOf } from '#rules/amounts.ts';
import type { CardPlace } from '#rules/cards.ts';
import type { Ki } from '#rules/genesis.ts';
import { texts as cardTexts } from '#web/cards/texts.ts';
import { formatDay, formatMoment } from '#web/ui/dates.ts';

export const texts = {
  connect: {
    title: 'Connect Your Wallet',
    text: 'Your cards, your name and your groups live here. Turn them over with your wallet.',
  },
  role: (ki: Ki) => `Main Character - ${cardTexts.ki[ki]} Ki`,
  eyebrow: 'Now on stage',
  copy: 'Copy address',
  copied: 'Address copied',
  copyFailed: 'Copying was not allowed. This is the whole address.',
  cards: (count: number) => nounOf(count, 'card'),
  unread: 'Not counted yet',
  reading: 'Reading your cards from the chain',
  /** Followed by how long ago. */
  readAt: 'Read from the chain',
  stale: (time: string) => `The last reading failed. This is what the chain said ${time}.`,
  neverRead: 'The chain has not been read for this wallet yet.',
  readAgain: 'Read again',
  readingNow: 'Reading',
  alreadyFresh: 'This is fresh: at most one reading every 30 seconds.',
  readFailed: 'The chain could not be read. What is shown stays as it was.',
  failed: {
    title: 'Your profile could not be loaded',
    text: 'Your cards and your wallet are not touched. The server did not answer as it should.',
    retry: 'Load the page again',
  },
  toLaunchpad: 'See the Genesis cards',
};

export const otherTexts = {
  title: 'Collector',
  eyebrow: 'In the spotlight',
  back: 'Back',
  cards: texts.cards,
  readAt: (time: string) => `${texts.readAt} ${time}`,
  stale: texts.stale,
  neverRead: 'The chain has never been read for this wallet, so nobody knows its cards here.',
  malformed: {
    title: 'This is no wallet address',
    text: 'An address begins with 0x and has up to 64 digits and letters from a to f. Look at the link again.',
  },
  unknown: {
    title: 'Nobody is known by this address',
    text: 'This wallet has never been connected here.',
  },
  failed: {
    title: 'This profile could not be loaded',
    text: 'The server did not answer as it should.',
    retry: 'Try again',
  },
  record: {
    title: 'Record',
    collectors: 'Top Collectors',
    battle: 'Battle Leaderboard',
    matches: 'Won, lost, tied',
    winRate: 'Win rate',
    streak: 'Streak',
    /** Below its heading: the word is not said again. */
    streakOf: (streak: number) =>
      streak === 0
        ? 'None'
        : streak > 0
          ? formatCountOf(streak, 'win')
          : formatCountOf(-streak, 'loss', 'losses'),
    rank: (rank: number, isExact: boolean) => `#${formatCount(rank)}${isExact ? '' : '+'}`,
    unranked: 'No name, no rank',
    none: 'No battle yet',
    failed: 'Could not be read',
  },
};

export const cardViewTexts = {
  explorer: 'See it in the explorer',
  edition: 'Number',
  place: 'Where it lies',
  places: {
    wallet: 'In your wallet',
    kiosk: 'In a kiosk of yours',
    'personal-kiosk': 'In your personal kiosk',
    'originbyte-kiosk': 'In an OriginByte kiosk of yours',
  } satisfies Record<CardPlace, string>,
  placesOfOther: {
    wallet: 'In the wallet',
    kiosk: 'In a kiosk',
    'personal-kiosk': 'In a personal kiosk',
    'originbyte-kiosk': 'In an OriginByte kiosk',
  } satisfies Record<CardPlace, string>,
  listedOfOther: 'for sale there.',
  since: 'Here since',
  listed: 'for sale there. It counts as yours until it is sold.',
  locked: 'locked there: it leaves the kiosk only by a sale.',
  notSent: (reason: string) => `Cannot be sent: ${reason}.`,
  group: 'Group',
  whitelist: 'Whitelist',
  notRegistered: 'Not registered',
  registered: (at: string) => `Registered on ${formatDay(at)}.`,
  tiedUp:
    'You may sell or send it. The whole registration then lapses, and its other cards are free for a new one.',
};

/** 'on Mar 3, 2026' */
export function onDay(instant: string): string {
  return `on ${formatDay(instant, 'UTC')}`;
}

/** 'on Mar 3, 2026, 10:15 AM' */
export function onTime(instant: string): string {
  return `on ${formatMoment(instant)}`;
}
