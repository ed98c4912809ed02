import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySteps, statesOf } from '#tests/support/scripted-match.ts';
import { resultsOf, totalGames, winRate } from './standings.ts';

describe('the board', () => {
  it('has a win rate of all games, ties included, and 0 of none', { tags: 'S2' }, () => {
    expect(winRate({ wins: 1, losses: 2, ties: 1 })).toBe(25);
    expect(winRate({ wins: 0, losses: 0, ties: 0 })).toBe(0);
  });

  it('needs no win rate: with equal wins fewer games are a better one, as the index has it', () => {
    const few = fc.nat(8);
    const anyStanding = fc.record({ wins: few, losses: few, ties: few, lastGameAt: few });
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
