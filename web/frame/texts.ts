import { formatCount, formatCountOf } from '#rules/amounts.ts';
import type { PagePath } from '#rules/pages.ts';
import { failureToast } from '#web/ui/toasts.ts';

export const texts = {
  skip: 'Skip to the content',
  mainNav: 'Main',
  navLinks: [
    { path: '/', label: 'Home' },
    { path: '/profile', label: 'Profile' },
    { path: '/games', label: 'Games' },
    { path: '/the-mainz', label: 'The MAINZ' },
  ] satisfies { path: PagePath; label: string }[],
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Menu',
  nftCount: (count: number) => formatCountOf(count, 'NFT'),
  nftCountUnknown: 'NFTs not counted yet',
  wallet: 'Connected wallet',
  balance: {
    unknown: 'Balance not known',
    unknownWhy: 'The balance could not be read from the Sui network just now',
  },
  admin: 'Admin Dashboard',
  loadingPage: 'Loading the page',
  notifications: 'Notifications ({hotkey})',
  demo: 'Demo',
  footer: {
    line: 'Collect, arrange and battle the trading cards of The MAINZ on Sui.',
    notice: 'Connecting a wallet shows this site an address and nothing else.',
  },
  crash: {
    title: 'That scene fell apart',
    text: 'Something on this page broke. Your cards and your wallet are not touched.',
    retry: 'Load the page again',
  },
  tryAgain: 'Try again',
  /** The strip below the bar, by the state of the server. */
  line: {
    here: '',
    newer: 'The site has a newer version.',
    busy: 'The server is out of order.',
    offline: 'You are offline.',
    silent: 'The server does not answer.',
  },
  lineLost: 'What you see may be old.',
  /** A part of a page whose code failed to load. */
  missingPart: 'What you asked for comes by itself.',
  /** The same, when the server has only the code of a newer version. */
  newerPart: 'What you asked for comes with it.',
  /** A page whose code failed to load. */
  missingPage: { title: 'This page has not come', text: 'It is asked for again by itself.' },
  newerPage: {
    title: 'There is a newer version',
    text: 'This page belongs to an older version of the site, which the server no longer has.',
  },
};

export const toastTexts = {
  connected: {
    title: 'Wallet Connected',
    description: 'Successfully connected and syncing NFT data from blockchain',
  },
  connectedMobile: {
    title: 'Wallet Connected',
    description: 'Connected! For full features, use desktop browser with Sui wallet extensions',
  },
  connectFailed: failureToast('Sui Wallet Required')(
    'Please install Suiet Wallet, Sui Wallet, or Ethos Wallet browser extension to connect and access your NFT collection.',
  ),
  syncFailed: failureToast('Connection Error')('Connected but failed to sync blockchain data'),
  syncWarning: {
    title: 'Sync Warning',
    description: "Connected but couldn't fetch NFT data from blockchain",
    isWarning: true,
  },
  loaded: (count: number) => ({
    title: 'NFTs Loaded',
    description: `Found ${formatCount(count)} NFTs from the collection`,
  }),
  disconnected: { title: 'Wallet Disconnected', isNews: true },
  disconnectedByWallet: {
    title: 'Wallet Disconnected',
    description: 'Your wallet no longer shares an account with this site.',
    isNews: true,
  },
  disconnectedElsewhere: {
    title: 'Wallet Disconnected',
    description: 'It was disconnected in another tab.',
    isNews: true,
  },
  disconnectFailed: failureToast('Disconnect Error')(
    'There was an issue disconnecting your wallet',
  ),
  switched: (address: string) => ({
    title: 'Account Switched',
    description: `This page now shows ${address}.`,
    isNews: true,
  }),
  switchedOut: (address: string, from: string) => ({
    title: 'Account Switched',
    description: `You were signed out of ${from}. This page now shows ${address}.`,
    isNews: true,
  }),
};
