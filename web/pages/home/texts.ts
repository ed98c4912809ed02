import { formatCount, nounOf } from '#rules/amounts.ts';
import { COLLECTION_SIZE } from '#rules/cards.ts';

export const texts = {
  brandFirst: 'The',
  brandLast: 'MAINZ',
  tagline: 'Become the main character of your own life.',
  lead: 'Trading cards on Sui. Hold them, arrange them, battle with them: the light is on you.',
  seeCards: 'See the cards',
  profile: 'Open your profile',
  star: {
    nobody: 'Your name here',
    role: 'Main Character - Eter Ki',
    edition: '1 of 1',
    alt: 'A figure seen from behind walks into a spotlight',
  },
  features: {
    heading: 'Three ways onto the stage',
    missing: 'No link yet',
    opens: 'opens in a new tab',
    main: { title: 'Become the MAIN', text: 'Grab a bag of the token and step out of the crowd.' },
    collector: { title: 'Become a Collector', text: 'Start with the Genesis Trading Cards.' },
    collection: { title: 'NFT Collection', text: 'Elite digital art on the Sui network.' },
  },
  promo: {
    title: 'The main characters of Sui are coming soon',
    link: 'Meet the first twelve',
    size: formatCount(COLLECTION_SIZE),
    sizeLabel: 'Total NFTs',
    access: 'Key Brand Access',
    accessLabel: 'Collection',
    soon: 'Coming Soon',
    soonLabel: 'On Chain',
  },
  own: {
    title: 'Your collection',
    cards: (count: number) => `${nounOf(count, 'card')} held`,
    rank: 'your rank',
    none: 'No cards yet. The first one makes you a collector.',
    reading: 'Reading your cards from the chain...',
    stale: (time: string) => `The chain could not be read. This is how it stood on ${time}.`,
    unread: 'Your cards have not been read from the chain yet.',
    failed: 'The server could not be reached. Your cards are safe in your wallet.',
  },
  community: {
    title: 'Find the others',
    chat: { title: 'Chat', text: 'Talk with the other collectors.' },
    microblog: { title: 'Microblog', text: 'Short news, as they happen.' },
    channel: { title: 'Channel', text: 'Announcements, straight to your phone.' },
    missing: 'Opens soon',
  },
};
