/** The deck of genesis cards, the same for all players, and the move of each card (B1). */
import { GENESIS_CARDS, type GenesisName } from '../genesis.ts';
import { Refusal } from '../refusal.ts';

export const MOVES = ['rock', 'paper', 'scissors'] as const;
export type Move = (typeof MOVES)[number];

const BEATS: Readonly<Record<Move, Move>> = {
  rock: 'scissors',
  scissors: 'paper',
  paper: 'rock',
};

export function beats(move: Move, other: Move): boolean {
  return BEATS[move] === other;
}

interface BattleCard {
  readonly name: string;
  readonly move: Move;
}

const MOVE_OF: Readonly<Record<GenesisName, Move>> = {
  'Drops of Conviction': 'paper',
  'the hodlord card': 'rock',
  'Planktuz de Solanuz': 'scissors',
  'the Occult Intern card': 'scissors',
  Transcendence: 'rock',
};
const MOVE_BY_NAME = new Map<string, Move>(Object.entries(MOVE_OF));

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

export const DECK_IN_WORDS = WORDS[GENESIS_CARDS.length] ?? String(GENESIS_CARDS.length);

/** In the order of the genesis edition. */
export const DECK: readonly BattleCard[] = GENESIS_CARDS.map(({ name }) => ({
  name,
  move: MOVE_OF[name],
}));

/** The move of a card, or null for a name that is not in the deck. */
export function findMove(cardName: string): Move | null {
  return MOVE_BY_NAME.get(cardName) ?? null;
}

/** The move of a card. Refusal `battle-card-unknown` for a name that is not in the deck. */
export function moveOf(cardName: string): Move {
  const move = findMove(cardName);
  if (move === null) throw new Refusal('battle-card-unknown');
  return move;
}

/**
 * The automatic pick when a player's time is up: first a move, all equally likely, then one of its
 * cards (B5). Picking among all cards would favour moves that have more cards.
 * @param random returns a number from 0 up to, but not including, 1
 */
export function autoPick(random: () => number): string {
  const move = pickOne(MOVES, random);
  return pickOne(
    DECK.filter((card) => card.move === move),
    random,
  ).name;
}

function pickOne<T>(choices: readonly T[], random: () => number): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new RangeError('a random number must be at least 0 and below 1');
  return chosen;
}
