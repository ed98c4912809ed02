/** Texts shared by profile and games page: a small file, because code shared by two pages loads with the first page. */
import { counted } from '#rules/amounts.ts';
import { CARDS_PER_ENTRY } from '#rules/whitelist.ts';

export const entryTexts = {
  title: 'Booster Pack Whitelist',
  about: `Every ${CARDS_PER_ENTRY} cards you register are 1 entry for the free booster-pack mint. Your cards never leave your wallet.`,
  entries: (count: number) => counted(count, 'entry', 'entries'),
  live: 'Qualified',
  lapsed: 'Lapsed',
};
