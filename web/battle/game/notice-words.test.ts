import { describe, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { aMatch, YOU } from '#tests/support/a-match.ts';
import type { SeenRound } from '#web/battle/table/shown-rounds.ts';
import type { Notice } from './game.ts';
import { wordsFor } from './notice-words.ts';

const match = aMatch({
  player1Score: 1,
  player2Score: 2,
  status: 'completed',
  winner: YOU,
  endReason: 'decided',
});
const rock = { card: 'the hodlord card', choice: 'rock' } as const;
const paper = { card: 'Drops of Conviction', choice: 'paper' } as const;
const round: SeenRound = { round: 2, outcome: 'lost', yours: rock, theirs: paper };

describe('what is said of a notice', () => {
  // The fixed words, typed out.
  it.each<[Notice, string]>([
    [{ kind: 'joined' }, 'Joined Lobby! | Your opponent is at the table.'],
    [{ kind: 'started', match }, 'New Match Started! | Best of three. Pick your card.'],
    [{ kind: 'round', round, match }, 'Round 2 Result | Your opponent won the round.'],
    [
      { kind: 'round', round: { ...round, yours: null }, match },
      'Round 2 Result | You missed the round.',
    ],
    [{ kind: 'over', match }, 'Battle Complete! | You lost the match 1 : 2.'],
    [
      { kind: 'over', match: { ...match, endReason: 'nobody-played', winner: 'tie' } as Match },
      'Battle Complete! | Nobody played the last round, so the match does not count.',
    ],
    ...(
      [
        ['left', '0xme', 'Your opponent left. The match is yours.'],
        ['left', YOU, 'You left the match.'],
        ['claimed', '0xme', 'You claimed the match.'],
        ['claimed', YOU, 'You were away, and your opponent claimed the match.'],
      ] as const
    ).map(([endReason, winner, words]): [Notice, string] => [
      { kind: 'over', match: { ...match, endReason, winner } as Match },
      `Battle Complete! | ${words}`,
    ]),
    [{ kind: 'found', isOver: false }, 'Round Complete! | The cards are about to turn.'],
    [{ kind: 'found', isOver: true }, 'Tournament Complete! | The last cards are about to turn.'],
    [
      { kind: 'time-up', card: 'Transcendence' },
      "Time's Up! | Transcendence was selected automatically. Press SHOT! to play it.",
    ],
  ])('%o is told as a toast', (notice, words) => {
    const { toast } = wordsFor(notice, '0xme');
    expect(`${toast?.title} | ${toast?.description}`).toBe(words);
  });

  it('only what is good for the player has the sign of success', { tags: 'pages-43' }, () => {
    const signOf = (notice: Notice) => wordsFor(notice, '0xme').toast?.isNews !== true;
    expect(signOf({ kind: 'round', round, match })).toBe(false);
    expect(signOf({ kind: 'round', round: { ...round, outcome: 'tie' }, match })).toBe(false);
    expect(signOf({ kind: 'round', round: { ...round, outcome: 'won' }, match })).toBe(true);
    expect(signOf({ kind: 'over', match })).toBe(false);
    expect(signOf({ kind: 'over', match: { ...match, winner: '0xme' } as Match })).toBe(true);
  });

  it('the short address of the opponent is said after the name', { tags: 'N2' }, () => {
    const player2 = { ...match.player2, displayName: 'Ada' };
    const { toast } = wordsFor({ kind: 'started', match: { ...match, player2 } }, '0xme');
    expect(toast?.spoken).toBe('You play against \u2068Ada\u2069 (0xyou).');
  });

  it('a result is said with the score', () => {
    const { toast } = wordsFor({ kind: 'round', round, match }, '0xme');
    expect(toast?.spoken).toBe('You 1, opponent 2.');
  });

  it('what a toast says is not said a second time', () => {
    const notices: Notice[] = [
      { kind: 'started', match },
      { kind: 'round', round, match },
      { kind: 'over', match },
    ];
    expect(notices.map((notice) => wordsFor(notice, '0xme').spoken)).toEqual([null, null, null]);
  });

  it('that the opponent is ready is said and not toasted', () => {
    const words = wordsFor({ kind: 'opponent-ready' }, '0xme');
    expect(words).toEqual({ toast: null, spoken: 'Your opponent is ready.' });
  });
});
