/** Match -> the contract's shape, for one viewer. rules/battle/sight.ts decides what they may see. */
import type { Match, RematchState, Round } from '#contract/battle.ts';
import type { Address } from '#rules/address.ts';
import { findMove, type Move } from '#rules/battle/deck.ts';
import { type FinishedRound, type Outcome, type Seat, TOTAL_ROUNDS } from '#rules/battle/match.ts';
import { cardsSeenBy, type Sight, seenByAll } from '#rules/battle/sight.ts';
import { timeText } from '#server/cluster/clock.ts';
import { instantOf, type StoredMatch } from './match-row.ts';

/** JSON of one state, without braces. Kept, because both players and their pollers get it again and again. */
interface Texts {
  /** What all viewers see. */
  readonly shared: string;
  /** What one viewer sees, by seat; made when it is needed. */
  readonly own: [visitor?: string, player1?: string, player2?: string];
}

const kept = new WeakMap<StoredMatch, Texts>();

/**
 * `viewMatch` as JSON text.
 * @param viewer wallet of the session; null for anybody else
 */
export function matchText(stored: StoredMatch, viewer: Address | null, now: Date): string {
  let texts = kept.get(stored);
  if (texts === undefined) {
    texts = { shared: withoutBraces(viewShared(stored)), own: [] };
    kept.set(stored, texts);
  }
  const seat = seatNumber(stored, viewer);
  texts.own[seat] ??= withoutBraces(viewOwn(stored, viewer));
  return `{${texts.shared},${texts.own[seat]},"serverNow":"${timeText(now)}"}`;
}

const withoutBraces = (view: object): string => JSON.stringify(view).slice(1, -1);

export function viewMatch(stored: StoredMatch, viewer: Address | null, now: Date): Match {
  return { ...viewShared(stored), ...viewOwn(stored, viewer), serverNow: now.toISOString() };
}

/** What differs between viewers: see rules/battle/sight.ts. */
type Own = Pick<Match, 'player1Card' | 'player2Card' | 'player1Choice' | 'player2Choice'>;

function viewOwn({ match }: StoredMatch, viewer: Address | null): Own {
  const { player1, player2 } = cardsSeenBy(match, viewer);
  return {
    player1Card: player1,
    player2Card: player2,
    player1Choice: choice(player1),
    player2Choice: choice(player2),
  };
}

function viewShared({
  match,
  lobbyId,
  snapshots,
}: StoredMatch): Omit<Match, keyof Own | 'serverNow'> {
  const seen = seenByAll(match);
  const { open, end, score } = seen;
  return {
    id: seen.id,
    version: seen.version,
    lobbyId,
    status: end === null ? 'in_progress' : 'completed',
    player1Wallet: seen.player1,
    player2Wallet: seen.player2,
    player1: viewPlayer(seen.player1, snapshots.player1),
    player2: viewPlayer(seen.player2, snapshots.player2),
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
    createdAt: instantOf(seen.createdAt),
    endedAt: instant(end?.at),
    rematch: viewRematch(seen),
  };
}

/** Field by field: the database gives them in another order. */
function viewPlayer(walletAddress: Address, snapshot: StoredMatch['snapshots'][Seat]) {
  const { displayName, wins, losses, ties } = snapshot;
  return { walletAddress, displayName, wins, losses, ties };
}

/** The ETag of a viewer's view; apart from `serverNow` nothing else changes the answer. */
export function matchTag(stored: StoredMatch, viewer: Address | null): string {
  return `${stored.token}.${seatNumber(stored, viewer)}`;
}

function seatNumber({ match }: StoredMatch, viewer: Address | null): 0 | 1 | 2 {
  return viewer === match.player1 ? 1 : viewer === match.player2 ? 2 : 0;
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
