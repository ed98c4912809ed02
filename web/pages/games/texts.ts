import { DECK } from '#rules/battle/deck.ts';
import { PICK_SECONDS, TOTAL_ROUNDS } from '#rules/battle/match.ts';

export const texts = {
  title: 'Games',
  featured: 'Featured',
  battle: ['Trading Card', 'Battle'] as const,
  line: 'Somebody is waiting on the other side of the table. Put down the one card they did not see coming.',
  facts: [
    { value: '2', label: 'players, live' },
    { value: String(DECK.length), label: 'cards each' },
    { value: String(PICK_SECONDS), label: 'seconds to pick' },
    { value: String(TOTAL_ROUNDS), label: 'rounds at most' },
  ],
  play: 'Play Now',
  learn: 'Learn More',
  register: 'Register your cards',
};
