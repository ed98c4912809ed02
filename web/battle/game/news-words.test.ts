import { expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import type { News } from './acts.ts';
import { wordsFor } from './news-words.ts';
import type { SeenRound } from './sides.ts';

const player = (displayName: string) => ({ displayName, walletAddress: `0x${'a'.repeat(64)}` });
const match = {
  player1Wallet: '0xme',
  player2Wallet: '0xyou',
  player1: player('Me'),
  player2: player('You'),
  player1Score: 1,
  player2Score: 2,
  rounds: [],
  winner: '0xyou',
  endReason: 'decided',
} as unknown as Match;
const rock = { card: 'the hodlord card', choice: 'rock' } as const;
const paper = { card: 'Drops of Conviction', choice: 'paper' } as const;
const round: SeenRound = { round: 2, outcome: 'lost', yours: rock, theirs: paper };

function toastsOf(news: News): string[] {
  return wordsFor(news, '0xme').toasts.map(({ title, description }) => `${title} | ${description}`);
}

// The fixed words, typed out.
it.each<[News, string]>([
  [{ kind: 'started', match }, 'New Match Started! | Best of three. Pick your card.'],
  [{ kind: 'round', round, match }, 'Round 2 Result | Your opponent won the round.'],
  [
    { kind: 'round', round: { ...round, yours: null }, match },
    'Round 2 Result | You missed the round.',
  ],
  [{ kind: 'over', match }, 'Battle Complete! | You lost the match 1 : 2.'],
  [
    { kind: 'over', match: { ...match, endReason: 'nobody-played', winner: 'tie' } as Match },
    'Battle Complete! | Nobody played, so the match does not count.',
  ],
  [{ kind: 'found', isOver: false }, 'Round Complete! | The cards are about to turn.'],
  [{ kind: 'found', isOver: true }, 'Tournament Complete! | The last cards are about to turn.'],
  [
    { kind: 'time-up', card: 'Transcendence' },
    "Time's Up! | Transcendence was selected automatically. Press SHOT! to play it.",
  ],
])('%o is told as a toast', (news, words) => {
  expect(toastsOf(news)).toEqual([words]);
});

it('a result is said aloud with the score', () => {
  expect(wordsFor({ kind: 'round', round, match }, '0xme').spoken).toBe(
    'Round 2 result: Your opponent won the round. You 1, opponent 2.',
  );
});

it('that the opponent is ready is said and not toasted', () => {
  const said = wordsFor({ kind: 'opponent-ready' }, '0xme');
  expect(said).toEqual({ toasts: [], spoken: 'Your opponent is ready.' });
});
