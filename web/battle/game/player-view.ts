/** A match from the view of one player: yours and theirs instead of player 1 and 2. */
import type { Match, Round } from '#contract/battle.ts';
import { shortAddress } from '#rules/address.ts';
import type { Outcome, Scores, SeenRound } from '#web/battle/table/shown-rounds.ts';

type Player = Match['player1'];

export interface PlayerView {
  readonly you: Player;
  readonly opponent: Player;
  readonly scores: Scores;
  /** Your card in the current round; null while you have not played, or when it cannot be known. */
  readonly card: string | null;
  readonly hasPlayed: boolean;
  readonly hasOpponentPlayed: boolean;
  readonly rounds: readonly SeenRound[];
  readonly outcome: Outcome | null;
}

/**
 * A player within a sentence: the name with the short address beside it (N2), as two players can
 * have one name. Set apart, so that a name from right to left leaves the rest of the sentence in place.
 */
export function nameOf(player: Player): string {
  return nameParts(player).join(' ');
}

/** The same in two parts: the name, which can be long, and the address. */
export function nameParts({ displayName, walletAddress }: Player): [name: string, address: string] {
  return [`\u2068${displayName}\u2069`, `(${shortAddress(walletAddress)})`];
}

export function isPlayer(match: Match, wallet: string): boolean {
  return match.player1Wallet === wallet || match.player2Wallet === wallet;
}

/** @param wallet one of the two players */
export function playerView(match: Match, wallet: string): PlayerView {
  const isFirst = match.player1Wallet === wallet;
  const [you, opponent] = inOrder(isFirst, match.player1, match.player2);
  const [yours, theirs] = inOrder(isFirst, match.player1Score, match.player2Score);
  const [hasPlayed, hasOpponentPlayed] = inOrder(
    isFirst,
    match.player1HasPlayed,
    match.player2HasPlayed,
  );
  return {
    you,
    opponent,
    scores: { yours, theirs },
    card: isFirst ? match.player1Card : match.player2Card,
    hasPlayed,
    hasOpponentPlayed,
    rounds: match.rounds.map((round) => seenRound(round, wallet, isFirst)),
    outcome: match.winner === null ? null : outcomeOf(match.winner, wallet),
  };
}

/** How long a match that was missed is spoken of, in ms. */
const MISSED_STAYS = 60 * 60_000;

/**
 * The last match, when it ended while this player was nowhere: no card of theirs was ever put down.
 * @param now ms, the server's
 */
export function missedMatch(
  matches: readonly Match[] | undefined,
  wallet: string,
  now: number,
): Match | null {
  const last = matches?.[0];
  if (last?.status !== 'completed' || last.endReason === 'left' || last.endedAt === null)
    return null;
  if (now - Date.parse(last.endedAt) > MISSED_STAYS) return null;
  const hasPlayed = playerView(last, wallet).rounds.some(({ yours }) => yours !== null);
  return hasPlayed ? null : last;
}

function seenRound(round: Round, wallet: string, isFirst: boolean): SeenRound {
  const [yours, theirs] = inOrder(
    isFirst,
    playedCard(round.player1Card, round.player1Choice),
    playedCard(round.player2Card, round.player2Choice),
  );
  return { round: round.round, outcome: outcomeOf(round.roundWinner, wallet), yours, theirs };
}

function playedCard(card: string | null, choice: Round['player1Choice']): SeenRound['yours'] {
  return card === null || choice === null ? null : { card, choice };
}

/** Yours, then theirs. */
function inOrder<T>(isFirst: boolean, one: T, two: T): [T, T] {
  return isFirst ? [one, two] : [two, one];
}

function outcomeOf(winner: string, wallet: string): Outcome {
  if (winner === 'tie') return 'tie';
  return winner === wallet ? 'won' : 'lost';
}
