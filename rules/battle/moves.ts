/** Rock, paper, scissors. */
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
