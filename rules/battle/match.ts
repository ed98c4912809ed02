/**
 * A match: two players, up to three rounds, first to two points (B3-B7, B10). Immutable: every change
 * returns a new value with a higher version; without a change the same value is returned. Times are ms
 * since 1970.
 */
import type { Address } from '../address.ts';
import { Refusal } from '../refusal.ts';
import { beats, moveOf } from './deck.ts';

export const TOTAL_ROUNDS = 3;
export const POINTS_TO_WIN = 2;
/** The pick timer that players see. */
export const PICK_SECONDS = 30;
/** Cards are accepted this long after the timer, for slow networks. */
export const GRACE_SECONDS = 10;
/** Extra time from the second round on, for reading the last result. */
export const BREAK_SECONDS = 10;
/** How often a round is opened when nobody plays. */
const MOST_ATTEMPTS = 2;
/** A player of whom nothing was heard for this long is away. */
export const AWAY_SECONDS = 20;

export const HISTORY_PAGE = 10;

export type Seat = 'player1' | 'player2';
export type Outcome = Seat | 'tie';

/** The card each player has played, or null. */
type Picks = Readonly<Record<Seat, string | null>>;

export interface OpenRound {
  readonly number: number;
  /** 2 when nobody played the first time. */
  readonly attempt: number;
  readonly openedAt: number;
  /** The pick timer ends here; cards are accepted until `closesAt`. */
  readonly pickEndsAt: number;
  readonly closesAt: number;
  /** Secret until the round is finished: see sight.ts. */
  readonly picks: Picks;
}

export interface FinishedRound {
  readonly number: number;
  /** Null for a player who missed the round; never both. */
  readonly picks: Picks;
  readonly winner: Outcome;
  readonly closedAt: number;
}

/** `nobody-played`: a tie that does not count. `claimed`: the loser had missed a round and was away. */
export type EndReason = 'decided' | 'left' | 'nobody-played' | 'claimed';

interface MatchEnd {
  readonly at: number;
  readonly winner: Outcome;
  readonly reason: EndReason;
}

export interface Rematch {
  readonly state: 'none' | 'offered' | 'started' | 'over';
  readonly by: Seat | null;
  /** The lobby that only the other player can join. */
  readonly lobbyId: string | null;
  readonly matchId: string | null;
  /** When the offer expires. */
  readonly until: number | null;
}

const NO_REMATCH: Rematch = {
  state: 'none',
  by: null,
  lobbyId: null,
  matchId: null,
  until: null,
};

/** Exactly one of `open` and `end` is null. */
export interface Match {
  readonly id: string;
  readonly version: number;
  readonly player1: Address;
  readonly player2: Address;
  readonly createdAt: number;
  readonly score: Readonly<Record<Seat, number>>;
  readonly rounds: readonly FinishedRound[];
  readonly open: OpenRound | null;
  readonly end: MatchEnd | null;
  readonly rematch: Rematch;
}

export function startMatch(
  players: { readonly id: string; readonly player1: Address; readonly player2: Address },
  now: number,
): Match {
  return {
    ...players,
    version: 1,
    createdAt: now,
    score: { player1: 0, player2: 0 },
    rounds: [],
    open: openRound(1, 1, now, 0),
    end: null,
    rematch: NO_REMATCH,
  };
}

/** A match that was saved late: its first round opens now, unless it has the time of an outage back. */
export function openLate(match: Match, now: number): Match {
  const { open, createdAt } = match;
  if (open?.openedAt !== createdAt) return match;
  const { picks } = open;
  return { ...match, version: match.version + 1, open: { ...openRound(1, 1, now, 0), picks } };
}

export function seatOf(match: Match, wallet: Address | null): Seat | null {
  if (wallet === match.player1) return 'player1';
  return wallet === match.player2 ? 'player2' : null;
}

/** Refusal `not-a-player`. */
export function requireSeat(match: Match, wallet: Address): Seat {
  const seat = seatOf(match, wallet);
  if (seat === null) throw new Refusal('not-a-player');
  return seat;
}

export function otherSeat(seat: Seat): Seat {
  return seat === 'player1' ? 'player2' : 'player1';
}

/** Whether the open round has expired; then it must be closed before any other change. */
export function isDue(match: Match, now: number): boolean {
  return match.open !== null && now >= match.open.closesAt;
}

export interface Play {
  readonly cardName: string;
  /** Makes a repeated call safe; undefined means the open round. */
  readonly round?: number | undefined;
  /** Whether it is for the second opening of the round; undefined means the one that is open. */
  readonly isReplay?: boolean | undefined;
}

/**
 * Plays a card. Repeating the same card in the same round changes nothing (B3).
 * Refusals: not-a-player, battle-card-unknown, match-over, already-played, round-not-open (also when
 * the open round is due: close it first).
 */
export function play(match: Match, wallet: Address, wanted: Play, now: number): Match {
  const { cardName, round, isReplay } = wanted;
  const seat = requireSeat(match, wallet);
  moveOf(cardName);
  const past = match.rounds.find((finished) => finished.number === round);
  if (past !== undefined) {
    if (past.picks[seat] === cardName) return match;
    throw new Refusal(past.picks[seat] === null ? 'round-not-open' : 'already-played');
  }
  const { open } = match;
  if (open === null) throw new Refusal('match-over');
  if (round !== undefined && round !== open.number) throw new Refusal('round-not-open');
  if (isReplay !== undefined && isReplay !== open.attempt > 1) throw new Refusal('round-not-open');
  if (open.picks[seat] === cardName) return match;
  if (open.picks[seat] !== null) throw new Refusal('already-played');
  if (isDue(match, now)) throw new Refusal('round-not-open');
  const picks = { ...open.picks, [seat]: cardName };
  const played = { ...match, version: match.version + 1, open: { ...open, picks } };
  return picks.player1 !== null && picks.player2 !== null
    ? finishRound(played, played.open, now)
    : played;
}

/**
 * Closes the open round when it has expired; a player without a card misses it. When nobody played, it
 * is opened once more; after that the match ends without counting (B4).
 */
export function closeIfDue(match: Match, now: number): Match {
  const { open } = match;
  if (open === null || !isDue(match, now)) return match;
  const next = { ...match, version: match.version + 1 };
  if (open.picks.player1 !== null || open.picks.player2 !== null) {
    return finishRound(next, open, now);
  }
  if (open.attempt >= MOST_ATTEMPTS) return finish(next, 'tie', 'nobody-played', now);
  return { ...next, open: openRound(open.number, open.attempt + 1, now, 0) };
}

/** Resigns a live match (B7); a finished match stays unchanged. Refusal `not-a-player`. */
export function resign(match: Match, wallet: Address, now: number): Match {
  const seat = requireSeat(match, wallet);
  if (match.end !== null) return match;
  return finish({ ...match, version: match.version + 1 }, otherSeat(seat), 'left', now);
}

/** Whether a player missed the last round and has put no card down since. */
export function hasMissedRound({ rounds, open }: Match, seat: Seat): boolean {
  if (open === null || open.picks[seat] !== null) return false;
  return open.attempt > 1 || rounds.at(-1)?.picks[seat] === null;
}

/**
 * Takes the match from an opponent who missed a round and is still away (B4). Claimed already by the same
 * player, it stays unchanged.
 * @param isOpponentAway neither a poll nor a socket of theirs is heard of
 * Refusals: not-a-player, match-over, no-round-missed, opponent-here.
 */
export function claim(match: Match, wallet: Address, isOpponentAway: boolean, now: number): Match {
  const seat = requireSeat(match, wallet);
  const { end } = match;
  if (end?.reason === 'claimed' && end.winner === seat) return match;
  if (end !== null) throw new Refusal('match-over');
  if (!hasMissedRound(match, otherSeat(seat))) throw new Refusal('no-round-missed');
  if (!isOpponentAway) throw new Refusal('opponent-here');
  return finish({ ...match, version: match.version + 1 }, seat, 'claimed', now);
}

function openRound(number: number, attempt: number, now: number, extraSeconds: number): OpenRound {
  const pickEndsAt = now + (PICK_SECONDS + extraSeconds) * 1000;
  return {
    number,
    attempt,
    openedAt: now,
    pickEndsAt,
    closesAt: pickEndsAt + GRACE_SECONDS * 1000,
    picks: { player1: null, player2: null },
  };
}

function finishRound(match: Match, { number, picks }: OpenRound, now: number): Match {
  const winner = winnerOf(picks);
  const score = {
    player1: match.score.player1 + (winner === 'player1' ? 1 : 0),
    player2: match.score.player2 + (winner === 'player2' ? 1 : 0),
  };
  const rounds = [...match.rounds, { number, picks, winner, closedAt: now }];
  const after = { ...match, score, rounds };
  const isDecided = Math.max(score.player1, score.player2) >= POINTS_TO_WIN;
  if (isDecided || number >= TOTAL_ROUNDS) return finish(after, leader(score), 'decided', now);
  return { ...after, open: openRound(number + 1, 1, now, BREAK_SECONDS) };
}

function winnerOf({ player1, player2 }: Picks): Outcome {
  if (player1 === null) return player2 === null ? 'tie' : 'player2';
  if (player2 === null) return 'player1';
  const [one, two] = [moveOf(player1), moveOf(player2)];
  if (one === two) return 'tie';
  return beats(one, two) ? 'player1' : 'player2';
}

function leader(score: Match['score']): Outcome {
  if (score.player1 === score.player2) return 'tie';
  return score.player1 > score.player2 ? 'player1' : 'player2';
}

function finish(match: Match, winner: Outcome, reason: EndReason, now: number): Match {
  return { ...match, open: null, end: { at: now, winner, reason } };
}
