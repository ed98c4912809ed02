/** A match as one of its players sees it: yours and theirs instead of player 1 and 2. */
import type { Match, Round } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import type { Move } from '#rules/battle/deck.ts';

export type Outcome = 'won' | 'lost' | 'tie';

type Player = Match['player1'];

/** A card that was put down. */
export interface Laid {
  readonly card: string;
  readonly choice: Move;
}

/** A finished round; null is a card that never came. */
export interface SeenRound {
  readonly round: number;
  readonly outcome: Outcome;
  readonly yours: Laid | null;
  readonly theirs: Laid | null;
}

export interface Sides {
  readonly you: Player;
  readonly opponent: Player;
  readonly scores: { readonly yours: number; readonly theirs: number };
  /** Your card in the current round; null while you have not played, or when it cannot be known. */
  readonly card: string | null;
  readonly hasPlayed: boolean;
  readonly hasOpponentPlayed: boolean;
  readonly rounds: readonly SeenRound[];
  /** Null while the match goes on. */
  readonly outcome: Outcome | null;
}

/**
 * A player within a sentence: the name with the short address beside it (N2), as two players can
 * have one name. Set apart, so that a name from right to left leaves the rest of the sentence in place.
 */
export function nameOf({ displayName, walletAddress }: Player): string {
  return `\u2068${displayName}\u2069 (${shortAddress(walletAddress)})`;
}

export function isPlayer(match: Match, wallet: string): boolean {
  return match.player1Wallet === wallet || match.player2Wallet === wallet;
}

/** @param wallet one of the two players */
export function sidesOf(match: Match, wallet: string): Sides {
  const isFirst = match.player1Wallet === wallet;
  const sides = {
    you: match.player1,
    opponent: match.player2,
    scores: { yours: match.player1Score, theirs: match.player2Score },
    card: match.player1Card,
    hasPlayed: match.player1HasPlayed,
    hasOpponentPlayed: match.player2HasPlayed,
  };
  const turned = {
    you: match.player2,
    opponent: match.player1,
    scores: { yours: match.player2Score, theirs: match.player1Score },
    card: match.player2Card,
    hasPlayed: match.player2HasPlayed,
    hasOpponentPlayed: match.player1HasPlayed,
  };
  return {
    ...(isFirst ? sides : turned),
    rounds: match.rounds.map((round) => seenRound(round, wallet, isFirst)),
    outcome: match.winner === null ? null : outcomeOf(match.winner, wallet),
  };
}

function seenRound(round: Round, wallet: string, isFirst: boolean): SeenRound {
  const one = laid(round.player1Card, round.player1Choice);
  const two = laid(round.player2Card, round.player2Choice);
  return {
    round: round.round,
    outcome: outcomeOf(round.roundWinner, wallet),
    yours: isFirst ? one : two,
    theirs: isFirst ? two : one,
  };
}

function laid(card: string | null, choice: Move | null): Laid | null {
  return card === null || choice === null ? null : { card, choice };
}

function outcomeOf(winner: string, wallet: string): Outcome {
  if (winner === 'tie') return 'tie';
  return winner === wallet ? 'won' : 'lost';
}
