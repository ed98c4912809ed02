import { DECK_IN_WORDS } from '#rules/battle/deck.ts';

export const texts = {
  title: 'Trading Card Battle',
  connect: 'Connect your wallet',
  connectText: `${DECK_IN_WORDS.charAt(0).toUpperCase()}${DECK_IN_WORDS.slice(1)} cards, one opponent, three rounds. Show a card of the collection and step up.`,
  verifying: 'Verifying Access',
  verifyingText: 'Looking for your cards.',
  required: 'NFT Access Required',
  requiredText: 'The battle is for collectors: you need at least one card of the collection.',
  marketplace: 'Get a card',
  readAgain: 'Read my wallet again',
  reading: 'Reading',
  failed: 'Your cards could not be checked',
  failedText: 'The server or the chain did not answer as it should. Your cards are not touched.',
  retry: 'Try again',
};
