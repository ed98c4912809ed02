/** Texts about cards. */
import { GENESIS_CARDS } from '#rules/genesis.ts';

export const texts = {
  noAddress: 'No wallet address',
  failed: 'Failed to fetch NFTs',
  showcaseTitle: 'Trading Cards',
  previous: 'Previous card',
  next: 'Next card',
  edition: (number: number) => `Genesis ${number}/${GENESIS_CARDS.length}`,
};
