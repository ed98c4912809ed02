/** Texts about cards. */
export const texts = {
  noAddress: 'No wallet address',
  failed: 'Failed to fetch NFTs',
  showcaseTitle: 'Trading Cards',
  previous: 'Previous card',
  next: 'Next card',
  edition: (number: number, of: number) => `Genesis ${number}/${of}`,
};
