/** Match -> the contract's shape, for one viewer. What they may see is cut in rules/battle/sight.ts. */
import type { Match, RematchState, Round } from '#contract/battle.ts';
import type { Address } from '#rules/address.ts';
import type { Move } from '#rules/battle/deck.ts';
import { moveOf } from '#rules/battle/deck.ts';
import {
  type FinishedRound,
  type Outcome,
  type Seat,
  seatOf,
  TOTAL_ROUNDS,
} from '#rules/battle/match.ts';
import { type Sight, seenBy } from '#rules/battle/sight.ts';
import type { StoredMatch } from './match-row.ts';

/** The text of a view before and after the time of the answer. */
type Text = readonly [head: string, tail: string];

/**
 * One text for each seat and one for everybody else, made once for as long as a match stays as it is:
 * whose it is was decided by the cut, so nobody is ever handed another seat's.
 */
const texts = new WeakMap<StoredMatch, Map<Seat | null, Text>>();

/** Stands where the time of the answer belongs; never a value of its own. */
const TIME = 'the time of this answer';

/**
 * `viewMatch` as JSON text: the same for every socket and every poll of a seat, but for `serverNow`.
 * @param viewer wallet of the session; null for anybody else
 */
export function matchText(stored: StoredMatch, viewer: Address | null, now: Date): string {
  const made = texts.get(stored) ?? new Map<Seat | null, Text>();
  texts.set(stored, made);
  const seat = seatOf(stored.match, viewer);
  let text = made.get(seat);
  if (text === undefined) {
    const [head = '', tail = ''] = JSON.stringify(viewAt(stored, viewer, TIME)).split(
      `"serverNow":"${TIME}"`,
      2,
    );
    text = [`${head}"serverNow":"`, `"${tail}`];
    made.set(seat, text);
  }
  return text[0] + now.toISOString() + text[1];
}

export function viewMatch(stored: StoredMatch, viewer: Address | null, now: Date): Match {
  return viewAt(stored, viewer, now.toISOString());
}

function viewAt(stored: StoredMatch, viewer: Address | null, serverNow: string): Match {
  const { lobbyId, snapshots } = stored;
  const seen = seenBy(stored.match, viewer);
  const { open, end, cards, score } = seen;
  return {
    id: seen.id,
    version: seen.version,
    lobbyId,
    status: end === null ? 'in_progress' : 'completed',
    player1Wallet: seen.player1,
    player2Wallet: seen.player2,
    player1: { walletAddress: seen.player1, ...snapshots.player1 },
    player2: { walletAddress: seen.player2, ...snapshots.player2 },
    player1Card: cards.player1,
    player2Card: cards.player2,
    player1Choice: choice(cards.player1),
    player2Choice: choice(cards.player2),
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
    createdAt: new Date(seen.createdAt).toISOString(),
    endedAt: instant(end?.at),
    rematch: viewRematch(seen),
  };
}

/** Names what one viewer sees of a match; `serverNow` apart, nothing else changes the answer. */
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
    closedAt: new Date(closedAt).toISOString(),
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

function choice(cardName: string | null): Move | null {
  return cardName === null ? null : moveOf(cardName);
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
