/** Match -> the contract's shape, for one viewer. rules/battle/sight.ts decides what they may see. */
import type { Match, RematchState, Round } from '#contract/battle.ts';
import type { Address } from '#rules/address.ts';
import type { Move } from '#rules/battle/deck.ts';
import { findMove } from '#rules/battle/deck.ts';
import {
  type FinishedRound,
  type Outcome,
  type Seat,
  seatOf,
  TOTAL_ROUNDS,
} from '#rules/battle/match.ts';
import { type Sight, seenBy } from '#rules/battle/sight.ts';
import { instantOf, type StoredMatch } from './match-row.ts';

/** The JSON of a state in parts: `beforeCards`, a viewer's cards, `afterCards`, `serverNow`, `tail`. */
interface Text {
  readonly beforeCards: string;
  readonly afterCards: string;
  readonly tail: string;
  /** What stands before `serverNow`, for the seats asked so far; null for a viewer without one. */
  readonly bySeat: Map<Seat | null, string>;
}

/** Made once per StoredMatch. */
const texts = new WeakMap<StoredMatch, Text>();

/** A placeholder for `serverNow`; never a real value. */
const TIME = 'the time of this answer';

/**
 * `viewMatch` as JSON text. Only `serverNow` and a player's own cards differ between sockets and polls.
 * @param viewer wallet of the session; null for anybody else
 */
export function matchText(stored: StoredMatch, viewer: Address | null, now: Date): string {
  let text = texts.get(stored);
  if (text === undefined) {
    text = textOf(stored);
    texts.set(stored, text);
  }
  const seat = seatOf(stored.match, viewer);
  let start = text.bySeat.get(seat);
  if (start === undefined) {
    start = text.beforeCards + cardsText(seenBy(stored.match, viewer)) + text.afterCards;
    text.bySeat.set(seat, start);
  }
  return start + now.toISOString() + text.tail;
}

function textOf(stored: StoredMatch): Text {
  const seen = seenBy(stored.match, null);
  const text = JSON.stringify(viewSight(seen, stored, TIME));
  // Quotation marks in names are escaped, so these matches are the fields themselves.
  const cards = cardsText(seen);
  const time = `"serverNow":"${TIME}"`;
  const [cardsAt, timeAt] = [text.indexOf(cards), text.indexOf(time)];
  return {
    beforeCards: text.slice(0, cardsAt),
    afterCards: `${text.slice(cardsAt + cards.length, timeAt)}"serverNow":"`,
    tail: `"${text.slice(timeAt + time.length)}`,
    bySeat: new Map(),
  };
}

export function viewMatch(stored: StoredMatch, viewer: Address | null, now: Date): Match {
  return viewSight(seenBy(stored.match, viewer), stored, now.toISOString());
}

type Cards = Pick<Match, 'player1Card' | 'player2Card' | 'player1Choice' | 'player2Choice'>;

/** The only part of a view that differs between viewers: see rules/battle/sight.ts. */
function viewCards({ cards }: Pick<Sight, 'cards'>): Cards {
  return {
    player1Card: cards.player1,
    player2Card: cards.player2,
    player1Choice: choice(cards.player1),
    player2Choice: choice(cards.player2),
  };
}

const cardsText = (seen: Sight): string => JSON.stringify(viewCards(seen)).slice(1, -1);

function viewSight(
  seen: Sight,
  { lobbyId, snapshots }: Pick<StoredMatch, 'lobbyId' | 'snapshots'>,
  serverNow: string,
): Match {
  const { open, end, score } = seen;
  return {
    id: seen.id,
    version: seen.version,
    lobbyId,
    status: end === null ? 'in_progress' : 'completed',
    player1Wallet: seen.player1,
    player2Wallet: seen.player2,
    player1: { walletAddress: seen.player1, ...snapshots.player1 },
    player2: { walletAddress: seen.player2, ...snapshots.player2 },
    ...viewCards(seen),
    player1HasPlayed: seen.hasPlayed.player1,
    player2HasPlayed: seen.hasPlayed.player2,
    player1Score: score.player1,
    player2Score: score.player2,
    currentRound: seen.currentRound,
    totalRounds: TOTAL_ROUNDS,
    isReplay: (open?.attempt ?? 1) > 1,
    roundWinner: winner(seen, seen.rounds.at(-1)?.winner),
    winner: winner(seen, end?.winner),
    endReason: end?.reason ?? null,
    rounds: seen.rounds.map((round) => viewRound(seen, round)),
    roundOpenedAt: instant(open?.openedAt),
    pickEndsAt: instant(open?.pickEndsAt),
    roundClosesAt: instant(open?.closesAt),
    serverNow,
    createdAt: instantOf(seen.createdAt),
    endedAt: instant(end?.at),
    rematch: viewRematch(seen),
  };
}

/** The ETag of a viewer's view; apart from `serverNow` nothing else changes the answer. */
export function matchTag({ match, token }: StoredMatch, viewer: Address | null): string {
  const seat = viewer === match.player1 ? 1 : viewer === match.player2 ? 2 : 0;
  return `${token}.${seat}`;
}

function viewRound(seen: Sight, { number, picks, winner: by, closedAt }: FinishedRound): Round {
  return {
    round: number,
    player1Card: picks.player1,
    player1Choice: choice(picks.player1),
    player2Card: picks.player2,
    player2Choice: choice(picks.player2),
    roundWinner: winner(seen, by) ?? 'tie',
    closedAt: instantOf(closedAt),
  };
}

function viewRematch(seen: Sight): RematchState {
  const { state, by, lobbyId, matchId, until } = seen.rematch;
  return { state, offeredBy: wallet(seen, by), lobbyId, matchId, expiresAt: instant(until) };
}

function winner(seen: Sight, outcome: Outcome | undefined): string | null {
  if (outcome === undefined) return null;
  return outcome === 'tie' ? 'tie' : wallet(seen, outcome);
}

function wallet(seen: Sight, seat: Seat | null): Address | null {
  return seat === null ? null : seen[seat];
}

/** Null for a card of a later version, too: a match it was played in can still be read after a roll-back. */
function choice(cardName: string | null): Move | null {
  return cardName === null ? null : findMove(cardName);
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : instantOf(ms);
}
