/** The admin page: its list and its exports. */
import type { Page } from '@playwright/test';
import type { WhitelistEntry, WhitelistTotals } from '#contract/whitelist.ts';
import { allWith, answers, button, fails } from './scene.ts';

const atAdmin = { path: '/admin' };
const LIST = '**/api/booster-pack/whitelist';
const NOON = '2026-01-01T12:00:00.000Z';

const digits = (count: number, digit: number) => `0x${String(digit).repeat(count)}`;
const ENTRIES: readonly WhitelistEntry[] = Array.from({ length: 9 }, (_, index) => ({
  id: `entry-${index}`,
  walletAddress: digits(64, index),
  selectedNftIds: Array.from({ length: 5 + index }, () => digits(64, index)),
  entryCount: Math.floor((5 + index) / 5),
  registeredAt: NOON,
  checkedAt: NOON,
  hasRequiredCards: index !== 2,
}));

/** Answers with this number of registrations; the entries repeat. */
const lists = async (page: Page, registrations: number) => {
  const held = Math.max(0, registrations - 1);
  const totals: WhitelistTotals = {
    totalEntries: registrations,
    uniqueWallets: registrations,
    registrations,
    nftsSelected: 5 * registrations,
    oldestCheckAt: NOON,
    heldEntries: held,
    heldWallets: held,
    heldNfts: 5 * held,
    heldRegistrations: held,
  };
  await answers(page, 'GET', `${LIST}/totals`, 200, JSON.stringify(totals));
  await answers(page, 'GET', LIST, 200, JSON.stringify(ENTRIES.slice(0, registrations)));
};
const some = (page: Page) => lists(page, ENTRIES.length);
const none = (page: Page) => lists(page, 0);

export const adminScenes = allWith(atAdmin, {
  admin: { shows: ['Qualified'], before: some },
  'admin-hundred-thousand': { shows: ['100,000'], before: (page) => lists(page, 100_000) },
  'admin-empty': { shows: ['Nobody has registered yet.'], before: none },
  'admin-failed': {
    shows: ['The registrations could not be read.'],
    before: (page) => fails(page, 'GET', `${LIST}**`),
  },
  'admin-loading': {
    shows: ['Admin Dashboard'],
    unanswered: 2,
    before: (page) => page.route(`${LIST}**`, () => {}),
  },
  'no-entries': {
    toast: ['No Data', 'No whitelist entries to download.'],
    before: none,
    act: (page) => button(page, 'Download').click(),
  },
  'no-addresses': {
    toast: ['No Data', 'No wallet addresses to copy.'],
    before: none,
    act: (page) => button(page, 'Copy Addresses').click(),
  },
  downloaded: {
    toast: ['Download Complete', '9 registrations in'],
    before: some,
    act: (page) => button(page, 'Download').click(),
  },
  'download-failed': {
    toast: ['Download Failed', 'The whitelist could not be read to its end.'],
    before: (page) => fails(page, 'GET', `${LIST}**`),
    act: (page) => button(page, 'Download').click(),
  },
  copied: {
    toast: ['Copied to Clipboard', '9 wallet addresses'],
    before: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await some(page);
    },
    act: (page) => button(page, 'Copy Addresses').click(),
  },
});
