/**
 * Words the profile and the games hub have in common. Apart from texts.ts, because what two pages
 * share is part of the first page of all.
 */
import { CARDS_PER_ENTRY } from '#rules/whitelist.ts';

export const entryWords = {
  title: 'Booster Pack Whitelist',
  about: `Every ${CARDS_PER_ENTRY} cards you register are 1 entry for the free booster-pack mint. Your cards never leave your wallet.`,
  entries: (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`),
  live: 'Qualified',
  lapsed: 'Lapsed',
};
