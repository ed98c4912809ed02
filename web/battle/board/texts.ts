import { formatCount, formatCountOf } from '#rules/amounts.ts';
import { DECK_IN_WORDS } from '#rules/battle/deck.ts';
import { PICK_SECONDS, POINTS_TO_WIN, TOTAL_ROUNDS } from '#rules/battle/match.ts';

export const texts = {
  board: {
    title: 'Battle Leaderboard',
    top: 'Top 10',
    loading: 'Loading the battle leaderboard',
    emptyTitle: 'No Battles Yet',
    empty: 'Win the first match and the top of this board is yours.',
    failed: 'Failed to load leaderboard',
    failedHelp: 'Every win on it is safe.',
    stale: 'The board could not be read just now. This is how it stood before.',
    rank: 'Rank',
    ownPlace: 'Your place',
    atBest: (rank: number) => `${formatCount(rank)}+`,
    you: 'You',
    won: 'won',
    lost: 'lost',
    tied: 'tied',
    winRate: 'Win rate',
    best: (streak: number) => `Best ${formatCount(streak)}`,
    bestLabel: 'Longest win streak:',
    lastGame: 'Last game',
    games: (count: number) => formatCountOf(count, 'game'),
  },
  streak: {
    win: (length: number) => `${formatCount(length)}-win streak`,
    loss: (length: number) => `${formatCount(length)}-loss streak`,
    none: 'No streak',
  },
  howTo: {
    title: 'How to Play',
    intro: `Two players, ${DECK_IN_WORDS} cards, best of ${TOTAL_ROUNDS} rounds. You need at least one card of the collection to sit down.`,
    steps: [
      `Pick one of your ${DECK_IN_WORDS} cards. You have ${PICK_SECONDS} seconds.`,
      'Press SHOT! to put it down. Nobody sees it until both cards lie on the table.',
      'Rock beats scissors, scissors beats paper, paper beats rock. The same move on both sides is a tie.',
      `${POINTS_TO_WIN} points win the match, and a won match is +1 on the battle leaderboard.`,
    ],
    told: 'As the cards are told',
    toldNote: 'An old story about two of them. It decides nothing on the table.',
    // Differs from the game screen on purpose (docs/product/battle.md).
    toldCards: [
      { name: 'Drops of Conviction', move: 'rock' },
      { name: 'the hodlord card', move: 'paper' },
    ] as const,
    played: 'On the game screen',
    playedNote: 'On the table every card shows its move on its face. That is the move that counts.',
  },
};

/** A streak above 0 is wins in a row, below 0 losses in a row. */
export function streakKind(streak: number): 'win' | 'loss' | 'none' {
  if (streak === 0) return 'none';
  return streak > 0 ? 'win' : 'loss';
}

export function streakWords(streak: number): string {
  const kind = streakKind(streak);
  return kind === 'none' ? texts.streak.none : texts.streak[kind](Math.abs(streak));
}

/** 66.666 is '67%'. Only all is 100%, only none is 0%. */
export function rateWords(winRate: number): string {
  if (winRate > 0 && winRate < 1) return '1%';
  if (winRate > 99 && winRate < 100) return '99%';
  return `${Math.round(winRate)}%`;
}
