import { describe, expect, it } from 'vitest';
import {
  type EndReason,
  endingOf,
  fateOf,
  heroesOf,
  type Outcome,
  outcomeReason,
  type PlayedCard,
  type SeenRound,
} from './shown-rounds.ts';
import { texts } from './texts.ts';

const rock: PlayedCard = { card: 'Transcendence', choice: 'rock' };
const paper: PlayedCard = { card: 'Drops of Conviction', choice: 'paper' };
const scissors: PlayedCard = { card: 'the Occult Intern card', choice: 'scissors' };

describe('why a round went as it did', () => {
  it('names what beat what, from either side', () => {
    const beaten = 'Paper beats rock.';
    expect(outcomeReason({ outcome: 'won', yours: paper, theirs: rock })).toBe(beaten);
    expect(outcomeReason({ outcome: 'lost', yours: rock, theirs: paper })).toBe(beaten);
    expect(outcomeReason({ outcome: 'tie', yours: rock, theirs: rock })).toBe(
      'Both played rock. Nobody scores.',
    );
  });

  it('says who missed it', () => {
    const missed = outcomeReason({ outcome: 'lost', yours: null, theirs: paper });
    expect(missed).toContain('No card of yours');
    const gift = outcomeReason({ outcome: 'won', yours: paper, theirs: null });
    expect(gift).toContain('Your opponent put no card down');
  });

  it('lights one side and dims the other', () => {
    expect([fateOf('you', 'won'), fateOf('opponent', 'won')]).toEqual(['winner', 'loser']);
    expect([fateOf('you', 'lost'), fateOf('opponent', 'lost')]).toEqual(['loser', 'winner']);
    expect([fateOf('you', 'tie'), fateOf('opponent', 'tie')]).toEqual(['even', 'even']);
  });
});

describe('the end of a match', () => {
  const rounds: SeenRound[] = [
    { round: 1, outcome: 'won', yours: paper, theirs: rock },
    { round: 2, outcome: 'lost', yours: paper, theirs: scissors },
    { round: 3, outcome: 'won', yours: rock, theirs: null },
  ];

  const endLine = (outcome: Outcome, endReason: EndReason) =>
    texts.match.line[endingOf(outcome, endReason)];

  it('says who left or stayed away, that nobody played, and else the verdict', () => {
    expect(endLine('won', 'left')).toContain('Your opponent left');
    expect(endLine('lost', 'left')).toContain('You left');
    expect(endLine('won', 'claimed')).toContain('Your opponent stayed away');
    expect(endLine('lost', 'claimed')).toContain('your opponent claimed');
    expect(endLine('tie', 'nobody-played')).toContain('does not count');
    const decided = (['won', 'lost', 'tie'] as const).map((outcome) => endLine(outcome, 'decided'));
    expect(new Set(decided).size).toBe(3);
  });

  it('shows the card that won last, on the side of the winner', () => {
    expect(heroesOf('won', rounds)).toEqual([{ side: 'you', played: rock }]);
    expect(heroesOf('lost', rounds)).toEqual([{ side: 'opponent', played: scissors }]);
  });

  it('shows both cards of the last round of a tie, and none where none was played', () => {
    expect(heroesOf('tie', rounds.slice(0, 2))).toEqual([
      { side: 'you', played: paper },
      { side: 'opponent', played: scissors },
    ]);
    expect(heroesOf('tie', [])).toEqual([]);
    expect(heroesOf('won', [])).toEqual([]);
  });
});
