/** Registering for the whitelist, and deleting again. */
import type { Page } from '@playwright/test';
import type { Nft } from '#contract/cards.ts';
import { personaAddress } from '#demo/keys.ts';
import { sign } from '../../e2e/support/profile.ts';
import { ACE } from '../scripted-battle.ts';
import { allWith, answers, button, fails, pressAtOnce, refuses, type Scenes } from './scene.ts';

const FIVE = personaAddress('five');
const NOON = '2026-01-01T12:00:00.000Z';
const register = '**/api/booster-pack/register';
const asAce = { persona: 'ace', path: '/profile' };
const asFive = { persona: 'five', path: '/profile' };

const pickFive = async (page: Page) => {
  await button(page, 'Add WL Entry').click();
  await button(page, /^Pick \d+ spare/).click();
};
const registerFive = async (page: Page) => {
  await pickFive(page);
  await button(page, 'Register').click();
};
const deleteEntry = async (page: Page) => {
  await button(page, /^Delete registration/).click();
  await button(page, 'Delete').click();
};
const firstCards = async (page: Page): Promise<string[]> => {
  const answer = await page.request.get(`/api/nfts?walletAddress=${ACE}`);
  return ((await answer.json()) as Nft[]).slice(0, 2).map(({ id }) => id);
};
const registerRefused =
  (reason: 'card-already-backing' | 'card-not-held') => async (page: Page) => {
    const cards = await firstCards(page);
    await refuses(page, 'POST', register, { reason, facts: { cards } });
    await registerFive(page);
  };

const registering = allWith(asAce, {
  'registration-failed': {
    rules: ['errors-9'],
    toast: ['Registration Failed', 'Failed to register'],
    before: (page) => fails(page, 'POST', register),
    act: registerFive,
  },
  'registration-too-few': {
    toast: ['Registration Failed', 'Please select at least 5 NFTs'],
    act: async (page) => {
      await button(page, 'Add WL Entry').click();
      await button(page, 'Register').click();
    },
  },
  'registration-chain-away': {
    toast: ['Registration Failed', 'The Sui network cannot be read right now.'],
    before: (page) => refuses(page, 'POST', register, { reason: 'chain-unreachable' }),
    act: registerFive,
  },
  'registration-clash': {
    toast: ['Registration Failed', 'Already backing a whitelist entry: 0x'],
    act: registerRefused('card-already-backing'),
  },
  'registration-cards-gone': {
    toast: ['Registration Failed', 'Not in your wallet: 0x'],
    act: registerRefused('card-not-held'),
  },
  'registration-without-a-wallet': {
    toast: ['Registration Failed', 'Wallet not connected'],
    act: async (page) => {
      await pickFive(page);
      await pressAtOnce(page, 'Register', 'Disconnect');
    },
  },
  'registration-asks-for-a-signature': {
    shows: ['Sign to prove this wallet is yours'],
    act: registerFive,
  },
});

const registeredOrDeleted = allWith(asFive, {
  registered: {
    toast: ['Successfully Registered!', '1 entry for the booster-pack whitelist.'],
    act: async (page) => {
      await registerFive(page);
      await sign(page);
    },
  },
  'delete-failed': {
    rules: ['errors-10'],
    toast: ['Delete Failed', 'Failed to delete entry'],
    before: async (page) => {
      const entry = {
        id: 'e1',
        walletAddress: FIVE,
        entryCount: 1,
        selectedNftIds: [FIVE],
        registeredAt: NOON,
        checkedAt: NOON,
        hasRequiredCards: true,
      };
      await answers(page, 'GET', '**/booster-pack/entries/*', 200, JSON.stringify([entry]));
      await fails(page, 'DELETE', '**/entry/*');
    },
    act: deleteEntry,
  },
  'entry-deleted': {
    toast: ['Entry Deleted'],
    act: async (page) => {
      await deleteEntry(page);
      await sign(page);
    },
  },
});

export const whitelistScenes: Scenes = {
  ...registering,
  ...registeredOrDeleted,
  'too-few-cards': { shows: ['Need 5+ Cards'], persona: 'duo', path: '/profile' },
};
