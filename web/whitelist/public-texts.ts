/** Texts of the public whitelist, apart from texts.ts, which only the profile loads. */
import { formatCount, formatCountOf } from '#rules/amounts.ts';
import { CARDS_PER_ENTRY } from '#rules/whitelist.ts';

/** What the profile says, too. */
export const entryTexts = {
  title: 'Booster Pack Whitelist',
  about: `Every ${CARDS_PER_ENTRY} cards you register are 1 entry for the free booster-pack mint. Your cards never leave your wallet.`,
  entries: (count: number) => formatCountOf(count, 'entry', 'entries'),
  live: 'Qualified',
  lapsed: 'Lapsed',
};

export const publicTexts = {
  title: entryTexts.title,
  loading: 'Loading the whitelist',
  about: entryTexts.about,
  total: (entries: number, wallets: number) =>
    `${entryTexts.entries(entries)} · ${formatCountOf(wallets, 'collector')}`,
  emptyTitle: 'Nobody Registered Yet',
  empty: 'The first five cards on this list could be yours.',
  failed: 'The whitelist could not be loaded.',
  stale: 'The list could not be read again. This is how it stood before.',
  more: 'Show more',
  newest: (shown: number, all: number) =>
    `The newest ${formatCount(shown)} of ${formatCount(all)} registrations.`,
  printed: (shown: number) => `Only the newest ${formatCount(shown)} stand here.`,
  you: 'You',
  cards: (count: number) => formatCountOf(count, 'card'),
  live: entryTexts.live,
  lapsed: `${entryTexts.lapsed}: a card left`,
};
