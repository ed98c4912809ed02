import { describe, expect, it } from 'vitest';
import { endLine, reasonOf } from './reason.ts';
import type { Throw } from './table-cards.ts';

const rock: Throw = { card: 'the hodlord card', choice: 'rock' };
const paper: Throw = { card: 'Drops of Conviction', choice: 'paper' };

describe('why a round went as it did', () => {
  it('names what beat what, from either side', () => {
    expect(reasonOf('won', paper, rock)).toBe('Paper beats rock.');
    expect(reasonOf('lost', rock, paper)).toBe('Paper beats rock.');
    expect(reasonOf('tie', rock, rock)).toBe('Both played rock. Nobody scores.');
  });

  it('says who missed it', () => {
    expect(reasonOf('lost', null, paper)).toContain('No card of yours');
    expect(reasonOf('won', paper, null)).toContain('Your opponent put no card down');
  });
});

describe('how a match ended', () => {
  it('says who left, that nobody played, and else the verdict', () => {
    expect(endLine('won', 'left')).toContain('Your opponent left');
    expect(endLine('lost', 'left')).toContain('You left');
    expect(endLine('tie', 'nobody-played')).toContain('does not count');
    const decided = (['won', 'lost', 'tie'] as const).map((outcome) => endLine(outcome, 'decided'));
    expect(new Set(decided).size).toBe(3);
  });
});
