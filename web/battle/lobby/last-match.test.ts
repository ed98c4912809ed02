import { expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { aMatch, ME, YOU } from '#tests/support/a-match.ts';
import { lastMatchWords } from './last-match.ts';

it.each<[Partial<Match>, string]>([
  [{ endReason: 'decided', winner: ME }, 'won, 1 : 0.'],
  [{ endReason: 'claimed', winner: YOU }, 'lost, 1 : 0.'],
  [{ endReason: 'decided', winner: 'tie', player2Score: 1 }, 'tied, 1 : 1.'],
  [{ endReason: 'nobody-played', winner: 'tie' }, 'not counted, 1 : 0.'],
])('the last match is told with what came of it: %o', (changed, words) => {
  const match = aMatch({ status: 'completed', player1Score: 1, ...changed });
  const [, against, result] = /^You are in no match\. Your last one against (.*): (.*:.*)$/.exec(
    lastMatchWords([match], ME),
  )!;
  expect([against, result]).toEqual([expect.stringContaining(YOU), words]);
});

it('whoever never played reads only that', () => {
  expect(lastMatchWords([], ME)).toBe('You are in no match.');
});
