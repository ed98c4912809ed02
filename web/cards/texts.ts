import { GENESIS_CARDS, type Ki } from '#rules/genesis.ts';

export const texts = {
  noAddress: 'No wallet address',
  failed: 'Failed to fetch NFTs',
  showcaseTitle: 'Trading Cards',
  previous: 'Previous card',
  next: 'Next card',
  ki: { sui: 'Sui', inferno: 'Inferno', mist: 'Mist', void: 'Void', eter: 'Eter' } satisfies Record<
    Ki,
    string
  >,
  edition: (card: (typeof GENESIS_CARDS)[number]) =>
    `Genesis ${GENESIS_CARDS.indexOf(card) + 1}/${GENESIS_CARDS.length}`,
};
