import { expect, it } from 'vitest';
import { heroesOf, type PlayedRound } from './heroes.ts';
import { fateOf, type Throw } from './table-cards.ts';

const rock: Throw = { card: 'Transcendence', choice: 'rock' };
const paper: Throw = { card: 'Drops of Conviction', choice: 'paper' };
const scissors: Throw = { card: 'the Occult Intern card', choice: 'scissors' };

const ROUNDS: PlayedRound[] = [
  { round: 1, outcome: 'won', yours: paper, theirs: rock },
  { round: 2, outcome: 'lost', yours: paper, theirs: scissors },
  { round: 3, outcome: 'won', yours: rock, theirs: null },
];

it('shows the card that won last, on the side of the winner', () => {
  expect(heroesOf('won', ROUNDS)).toEqual([{ side: 'you', thrown: rock }]);
  expect(heroesOf('lost', ROUNDS)).toEqual([{ side: 'opponent', thrown: scissors }]);
});

it('shows both cards of the last round of a tie, and none where none was played', () => {
  expect(heroesOf('tie', ROUNDS.slice(0, 2))).toEqual([
    { side: 'you', thrown: paper },
    { side: 'opponent', thrown: scissors },
  ]);
  expect(heroesOf('tie', [])).toEqual([]);
  expect(heroesOf('won', [])).toEqual([]);
});

it('lights one side and dims the other', () => {
  expect([fateOf('you', 'won'), fateOf('opponent', 'won')]).toEqual(['winner', 'loser']);
  expect([fateOf('you', 'lost'), fateOf('opponent', 'lost')]).toEqual(['loser', 'winner']);
  expect([fateOf('you', 'tie'), fateOf('opponent', 'tie')]).toEqual(['even', 'even']);
});
