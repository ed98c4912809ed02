/** Connecting, what follows it, and disconnecting. */
import type { Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { addSulkyWallet, changeSettings } from '../fixture.ts';
import { button, connect, connectOnPage, disconnect, fails, type Scenes } from './scene.ts';

const ACE = personaAddress('ace') as `0x${string}`;

const connectDemo = async (page: Page) => {
  await connect(page);
  await button(page, /demo wallet/i).click();
};
const connectSulky = async (page: Page) => {
  await connect(page);
  await button(page, 'Sulky').click();
};
const onPhone = (page: Page) =>
  page.addInitScript(() => {
    const agent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile';
    Object.defineProperty(navigator, 'userAgent', { get: () => agent });
  });
/** The wallet is unregistered between its display and the click. */
const pressGone = async (page: Page, besides: readonly RegExp[] = []) => {
  await connectOnPage(page);
  for (const other of besides) await button(page, other).waitFor();
  await button(page, 'Sulky').waitFor();
  await page.evaluate(() => {
    const row = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Sulky',
    );
    (window as unknown as { sulkyLeaves(): void }).sulkyLeaves();
    row?.click();
  });
};

/** Else the next toast would soon take the place of the one in the picture. */
const staySyncing = (page: Page) => page.route('**/api/nfts/sync/*', () => {});

export const walletScenes: Scenes = {
  'wallet-connected': {
    toast: ['Wallet Connected', 'Successfully connected and syncing NFT data from blockchain'],
    unanswered: 1,
    before: staySyncing,
    act: connectDemo,
  },
  'wallet-connected-mobile': {
    toast: [
      'Wallet Connected',
      'Connected! For full features, use desktop browser with Sui wallet extensions',
    ],
    unanswered: 1,
    before: async (page) => {
      await onPhone(page);
      await staySyncing(page);
    },
    act: connectDemo,
  },
  'nfts-loaded': {
    toast: ['NFTs Loaded', 'Found 12 NFTs from the collection'],
    act: connectDemo,
  },
  connecting: {
    shows: ['Waiting for Sulky. Please look for its window.'],
    before: (page) => addSulkyWallet(page, 'never'),
    act: connectSulky,
  },
  'wallet-required': {
    rules: ['errors-16'],
    toast: [
      'Sui Wallet Required',
      'Please install Suiet Wallet, Sui Wallet, or Ethos Wallet browser extension to connect and access your NFT collection.',
    ],
    shows: ['Sulky did not connect. Please try again.'],
    before: (page) => addSulkyWallet(page, 'no'),
    act: connectSulky,
  },
  'wallet-failed-on-a-page': {
    rules: ['errors-20', 'errors-21'],
    shows: ['Sulky did not connect. Please try again.'],
    logs: 'Wallet connection failed',
    path: '/profile',
    before: (page) => addSulkyWallet(page, 'no'),
    act: async (page) => {
      await connectOnPage(page);
      await button(page, 'Sulky').click();
    },
  },
  'wallet-gone': {
    rules: ['errors-21'],
    shows: ['Sulky did not connect. Please try again.'],
    logs: 'No Sui wallets found',
    path: '/profile',
    before: (page) => addSulkyWallet(page, 'no'),
    act: (page) => pressGone(page, [/demo wallet/i]),
  },
  'last-wallet-gone': {
    shows: ['Sulky did not connect. Please try again.', 'Get it'],
    logs: 'No Sui wallet extensions found',
    path: '/profile',
    before: async (page) => {
      await changeSettings(page, { isDemo: false });
      await addSulkyWallet(page, 'no');
    },
    act: pressGone,
  },
  'connection-error': {
    toast: ['Connection Error', 'Connected but failed to sync blockchain data'],
    before: (page) => fails(page, 'POST', '**/api/nfts/sync/*', 503),
    act: connectDemo,
  },
  'sync-warning': {
    toast: ['Sync Warning', "Connected but couldn't fetch NFT data from blockchain"],
    before: (page) => fails(page, 'GET', '**/api/nfts?*'),
    act: connectDemo,
  },
  disconnected: { toast: ['Wallet Disconnected'], persona: 'ace', act: disconnect },
  'disconnect-error': {
    rules: ['errors-19'],
    toast: ['Disconnect Error', 'There was an issue disconnecting your wallet'],
    before: (page) => addSulkyWallet(page, ACE),
    act: async (page) => {
      await connectSulky(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await disconnect(page);
    },
  },
  'no-wallet': {
    shows: ['No Sui wallet was found in this browser.', 'Get it'],
    before: (page) => changeSettings(page, { isDemo: false }),
    act: connect,
  },
  'no-wallet-mobile': {
    shows: [
      'Download the mobile wallet app',
      'Please use a desktop browser with a Sui wallet extension.',
    ],
    before: async (page) => {
      await onPhone(page);
      await changeSettings(page, { isDemo: false });
    },
    act: connect,
  },
};
