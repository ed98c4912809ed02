/** Texts of the pages without a folder. */
import { formatCount } from '#rules/amounts.ts';
import { COLLECTION_SIZE } from '#rules/cards.ts';

export const profile = {
  title: 'Profile',
  connect: 'Connect Your Wallet',
  connectText: 'Your cards, your name and your groups live here. Turn them over with your wallet.',
};

export const mainz = {
  title: 'The MAINZ',
  line: 'Twelve of them have stepped forward. The rest wait behind the curtain.',
  size: formatCount(COLLECTION_SIZE),
  sizeLabel: 'Total NFTs',
  access: 'KEY BRAND ACCESS',
  soon: 'Coming Soon On Chain',
  characters: 'The first twelve characters',
  back: 'Back to home',
  more: 'More MAINz coming soon',
};

export const notFound = {
  title: 'Page Not Found',
  line: 'No scene was ever written for this address.',
  back: 'Back to the stage',
};
