/** Ways to choose a card, knowing only what the player may see. */
import type { Match } from '#contract/battle.ts';
import { autoPick, beats, DECK, MOVES, type Move } from '#rules/battle/deck.ts';

/** A random number from 0 to below 1. */
export type Random = () => number;

/**
 * Names the card for the open round of a match.
 * @param wallet whose turn it is
 */
export type Strategy = (match: Match, wallet: string, random: Random) => string;

/** Every move is equally likely. */
export const evenly: Strategy = (_match, _wallet, random) => autoPick(random);

/** Plays one move three times out of four. */
export function fondOf(move: Move): Strategy {
  return (_match, _wallet, random) => (random() < 0.75 ? cardFor(move, random) : autoPick(random));
}

export const copying: Strategy = (match, wallet, random) => {
  const last = lastOfOpponent(match, wallet);
  return last === null ? autoPick(random) : cardFor(last, random);
};

export const countering: Strategy = (match, wallet, random) => {
  const last = lastOfOpponent(match, wallet);
  const winning = MOVES.find((move) => last !== null && beats(move, last));
  return winning === undefined ? autoPick(random) : cardFor(winning, random);
};

/** Mostly random, so that it cannot be predicted. */
export const moody: Strategy = (match, wallet, random) => {
  const mood = random();
  const strategy = mood < 0.6 ? evenly : mood < 0.85 ? countering : copying;
  return strategy(match, wallet, random);
};

function lastOfOpponent({ rounds, player1Wallet }: Match, wallet: string): Move | null {
  const last = rounds.at(-1);
  if (last === undefined) return null;
  return wallet === player1Wallet ? last.player2Choice : last.player1Choice;
}

function cardFor(move: Move, random: Random): string {
  const cards = DECK.filter((card) => card.move === move);
  return (cards[Math.floor(random() * cards.length)] ?? cards[0])?.name ?? autoPick(random);
}
