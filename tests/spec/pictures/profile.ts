/** The profile: name, groups, and sending a card. */
import type { Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { addGroup, sign } from '../../e2e/support/profile.ts';
import { addSulkyWallet } from '../fixture.ts';
import {
  allWith,
  button,
  connectOnPage,
  disconnect,
  fails,
  refuses,
  type Scenes,
  user,
} from './scene.ts';

const saveName = async (page: Page, name: string) => {
  await page.getByLabel('Display name').fill(name);
  await button(page, 'Save').click();
};
const asAce = { persona: 'ace', path: '/profile' };
const groups = '**/api/nft-groups/*';

const nameScenes = allWith(asAce, {
  'profile-loading': {
    shows: ['Display name'],
    unanswered: 1,
    before: (page) => page.route('**/api/nfts?*', () => {}),
  },
  'name-required': {
    toast: ['Name Required', 'Please enter a display name.'],
    act: (page) => saveName(page, '  '),
  },
  'wallet-not-connected': {
    toast: ['Wallet Not Connected', 'Please connect your wallet first.'],
    act: async (page) => {
      await page.getByLabel('Display name').fill('Ace');
      await disconnect(page);
      await button(page.getByRole('main'), 'Save').click();
    },
  },
  'profile-failed': {
    toast: ['Update Failed', 'Failed to update profile. Make sure your wallet is connected.'],
    before: (page) => fails(page, 'PATCH', '**/profile'),
    act: (page) => saveName(page, 'Ace'),
  },
  'profile-failed-in-server-words': {
    toast: ['Update Failed', 'That was too often. Please try again in 40 seconds.'],
    before: (page) =>
      refuses(page, 'PATCH', '**/api/users/*/profile', {
        reason: 'too-many-requests',
        facts: { seconds: 40 },
      }),
    act: (page) => saveName(page, 'Ace'),
  },
  'profile-updated': {
    toast: ['Profile Updated'],
    before: (page) =>
      page.route('**/api/users/*/profile', (route) => route.fulfill({ json: user() })),
    act: (page) => saveName(page, 'Ace'),
  },
});

const groupScenes = allWith(asAce, {
  'groups-not-loaded': {
    shows: ['Your groups could not be loaded', 'My Collection'],
    before: (page) => fails(page, 'GET', groups),
    act: (page) => page.getByText('Your groups could not be loaded').scrollIntoViewIfNeeded(),
  },
  'groups-not-saved': {
    shows: ['Not saved', 'Saving did not work. Your changes wait here.'],
    before: (page) => fails(page, 'POST', groups),
    act: async (page) => {
      await addGroup(page, 'Favourites');
      await page.getByText('Not saved').scrollIntoViewIfNeeded();
    },
  },
  'cards-not-read': {
    shows: ['Your cards could not be read'],
    before: (page) => fails(page, 'GET', '**/api/nfts?*'),
    act: (page) =>
      page.getByText('Your cards could not be read', { exact: true }).scrollIntoViewIfNeeded(),
  },
});

const openSend = async (page: Page) => {
  await button(page.locator('[data-card]').first(), /^Move to/).click();
  await page.getByRole('menuitem', { name: 'Send card...' }).click();
  await page.getByLabel('To whom').fill('duo-demo.sui');
  await button(page, 'Check and see the fee').click();
};
const send = async (page: Page) => {
  await openSend(page);
  await sign(page);
  await button(page, 'Sign and send').click();
};
/** Submits a transfer; the scene sets its status. */
const sentTo = (status: string) => async (page: Page) => {
  const drafts = new Map<string, object>();
  await page.route('**/api/transfers**', async (route) => {
    const response = await route.fetch();
    const draft = await response.json();
    if (response.ok()) drafts.set(draft.id, draft);
    await route.fulfill({ response, json: draft });
  });
  await page.route(/\/api\/transfers\/[^/]+(\/execute)?$/, (route) => {
    const id = new URL(route.request().url()).pathname.split('/')[3] ?? '';
    return route.fulfill({ json: { ...drafts.get(id), status } });
  });
};

const sendScenes = allWith(asAce, {
  'send-bad-recipient': {
    shows: ['That is neither a whole wallet address'],
    before: (page) => refuses(page, 'POST', '**/api/transfers', { reason: 'bad-recipient' }),
    act: openSend,
  },
  'send-chain-away': {
    shows: ['The Sui network cannot be read right now. Nothing was changed.'],
    before: (page) => refuses(page, 'POST', '**/api/transfers', { reason: 'chain-unreachable' }),
    act: openSend,
  },
  'send-review': {
    shows: ['duo-demo.sui', 'Network fee', 'Compare every character'],
    act: async (page) => {
      await openSend(page);
      await sign(page);
    },
  },
  'send-on-its-way': { shows: ['On its way'], before: sentTo('sent'), act: send },
  'send-late': { shows: ['Not seen yet'], before: sentTo('late'), act: send },
  'send-refused': {
    toast: ['The card was not sent', 'The network did not take the transfer.'],
    before: sentTo('refused'),
    act: send,
  },
  'send-failed': {
    toast: ['The card was not sent', 'The network tried the transfer and broke it off.'],
    before: sentTo('failed'),
    act: send,
  },
  'send-done': { toast: ['Card Sent'], act: send },
});

export const profileScenes: Scenes = {
  'profile-door': { shows: ['Connect Your Wallet'], path: '/profile' },
  'profile-empty': { shows: ['The stage is set'], persona: 'zero', path: '/profile' },
  'profile-five': { shows: ['Your collection'], persona: 'five', path: '/profile' },
  'profile-whale': { shows: ['1,500'], persona: 'whale', path: '/profile' },
  'wallet-cannot-sign': {
    rules: ['errors-22'],
    toast: ['Update Failed', "Wallet doesn't support message signing"],
    path: '/profile',
    before: (page) => addSulkyWallet(page, personaAddress('ace') as `0x${string}`),
    act: async (page) => {
      await connectOnPage(page);
      await button(page, 'Sulky').click();
      await saveName(page, 'Ace');
    },
  },
  ...nameScenes,
  ...groupScenes,
  ...sendScenes,
};
