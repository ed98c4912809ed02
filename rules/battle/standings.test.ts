import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySteps, statesOf } from '#tests/support/scripted-match.ts';
import {
  afterGame,
  type GameResult,
  resultsOf,
  type Standing,
  totalGames,
  winRate,
} from './standings.ts';

const anyResult = fc.constantFrom<GameResult>('win', 'loss', 'tie');
const played = (results: readonly GameResult[]): Standing | null =>
  results.reduce<Standing | null>((standing, result, at) => afterGame(standing, result, at), null);

describe('a standing', () => {
  it.each<[string, Partial<Standing>]>([
    ['wwl', { wins: 2, losses: 1, ties: 0, streak: -1, bestStreak: 2 }],
    ['wtw', { wins: 2, ties: 1, streak: 2, bestStreak: 2 }],
    ['ltl', { losses: 2, ties: 1, streak: -2, bestStreak: 0 }],
    ['t', { ties: 1, streak: 0, bestStreak: 0 }],
    ['llw', { streak: 1, bestStreak: 1 }],
    ['wwlwt', { streak: 1, bestStreak: 2, lastGameAt: 4 }],
  ])('after %s', { tags: 'S2' }, (letters, expected) => {
    const words = { w: 'win', l: 'loss', t: 'tie' } as const;
    const results = [...letters].map((letter) => words[letter as keyof typeof words]);
    expect(played(results)).toMatchObject(expected);
  });

  it('counts every game once; ties change no streak', { tags: 'S2' }, () => {
    fc.assert(
      fc.property(fc.array(anyResult, { minLength: 1, maxLength: 30 }), (results) => {
        const standing = played(results)!;
        expect(totalGames(standing)).toBe(results.length);
        const withoutTies = played(results.filter((result) => result !== 'tie'));
        expect(standing.streak).toBe(withoutTies?.streak ?? 0);
        expect(standing.bestStreak).toBe(withoutTies?.bestStreak ?? 0);
        expect(winRate(standing)).toBeCloseTo((standing.wins * 100) / results.length);
      }),
    );
  });
});

describe('the board', () => {
  it('needs no win rate: with equal wins fewer games are a better one, as the index has it', () => {
    const anyStanding = fc
      .array(anyResult, { minLength: 1, maxLength: 8 })
      .map((results) => played(results)!);
    fc.assert(
      fc.property(anyStanding, anyStanding, (a, b) => {
        const fewerGames = totalGames(a) - totalGames(b) || a.lastGameAt - b.lastGameAt;
        const byRate = b.wins - a.wins || winRate(b) - winRate(a) || fewerGames;
        expect(Math.sign(b.wins - a.wins || fewerGames)).toBe(Math.sign(byRate));
      }),
    );
  });

  it('counts a match once it is finished: one win and one loss, or two ties', {
    tags: 'boards-10',
  }, () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        for (const { match } of statesOf(steps)) {
          const results = resultsOf(match);
          if (match.end === null || match.end.reason === 'nobody-played') {
            expect(results).toBeNull();
            continue;
          }
          const pair = [results!.player1, results!.player2].sort().join();
          expect(pair).toBe(match.end.winner === 'tie' ? 'tie,tie' : 'loss,win');
          if (match.end.winner !== 'tie') expect(results![match.end.winner]).toBe('win');
        }
      }),
    );
  });
});
