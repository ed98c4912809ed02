import { formatCount } from '#rules/amounts.ts';
import { COLLECTION_SIZE } from '#rules/cards.ts';

export const texts = {
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
