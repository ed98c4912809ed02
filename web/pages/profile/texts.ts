/** Texts of the profile page, without its features. */
import type { CardPlace } from '#rules/cards.ts';
import { formatDay, formatMoment } from '#web/ui/dates.ts';

export const texts = {
  connect: {
    title: 'Connect Your Wallet',
    text: 'Your cards, your name and your groups live here. Turn them over with your wallet.',
  },
  role: 'Main Character - Sui Ki',
  eyebrow: 'Now on stage',
  copy: 'Copy address',
  copied: 'Address copied',
  cards: (count: number) => (count === 1 ? 'card' : 'cards'),
  unread: 'Not counted yet',
  reading: 'Reading your cards from the chain',
  readAt: (time: string) => `Read from the chain ${time}`,
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

/** Texts of a card on the whole screen. */
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

/** 'on Mar 3, 2026, 10:15 AM' */
export function onTime(instant: string): string {
  return `on ${formatMoment(instant)}`;
}
