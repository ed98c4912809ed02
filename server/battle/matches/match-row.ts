/** A row of battle_matches <-> the match as the rules know it. */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import type { EndReason, Match, Outcome, Rematch, Seat } from '#rules/battle/match.ts';
import type { PlayerSnapshot } from '#server/battle/boards/players.ts';

/** A match with its ids, token and player snapshots. */
export interface StoredMatch {
  readonly match: Match;
  /** Unique for this state of the match; see changedTo. */
  readonly token: string;
  readonly lobbyId: string;
  /** Both players' snapshots at the start. */
  readonly snapshots: Readonly<Record<Seat, PlayerSnapshot>>;
}

export interface MatchRow {
  readonly id: string;
  readonly lobby_id: string;
  readonly player1: Address;
  readonly player2: Address;
  readonly faces: StoredMatch['snapshots'];
  readonly version: number;
  readonly token: string;
  readonly score1: number;
  readonly score2: number;
  readonly rounds: Match['rounds'];
  readonly round_number: number | null;
  readonly attempt: number | null;
  readonly opened_at: Date | null;
  readonly pick_ends_at: Date | null;
  readonly closes_at: Date | null;
  readonly card1: string | null;
  readonly card2: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly winner: Outcome | null;
  readonly end_reason: EndReason | null;
  readonly rematch: Rematch;
}

/**
 * ISO 8601, for JSON and PostgreSQL.
 * @param ms since 1970
 */
export function instantOf(ms: number): string {
  return new Date(ms).toISOString();
}

const instantIf = (ms: number | undefined): string | null =>
  ms === undefined ? null : instantOf(ms);

/** The columns that a change may touch. The store writes the two JSON columns. */
export function changingColumns({ version, score, open, end }: Match) {
  return {
    version,
    score1: score.player1,
    score2: score.player2,
    round_number: open?.number ?? null,
    attempt: open?.attempt ?? null,
    opened_at: instantIf(open?.openedAt),
    pick_ends_at: instantIf(open?.pickEndsAt),
    closes_at: instantIf(open?.closesAt),
    card1: open?.picks.player1 ?? null,
    card2: open?.picks.player2 ?? null,
    ended_at: instantIf(end?.at),
    winner: end?.winner ?? null,
    end_reason: end?.reason ?? null,
  };
}

export function storedMatchOf(row: MatchRow): StoredMatch {
  const { id, version, player1, player2, rounds, rematch } = row;
  const match: Match = {
    id,
    version,
    player1,
    player2,
    createdAt: row.created_at.getTime(),
    score: { player1: row.score1, player2: row.score2 },
    rounds,
    rematch,
    open: openOf(row),
    end: endOf(row),
  };
  return { match, token: row.token, lobbyId: row.lobby_id, snapshots: row.faces };
}

/**
 * After a restore from a backup a version can occur again with another state. So each change names the token of the
 * state it read and creates a new random one.
 */
export function changedTo(before: StoredMatch, match: Match): StoredMatch {
  return { ...before, match, token: randomUUID() };
}

function openOf(row: MatchRow): Match['open'] {
  const { round_number, attempt, opened_at, pick_ends_at, closes_at } = row;
  if (closes_at === null || opened_at === null || pick_ends_at === null) return null;
  return {
    number: round_number ?? 1,
    attempt: attempt ?? 1,
    openedAt: opened_at.getTime(),
    pickEndsAt: pick_ends_at.getTime(),
    closesAt: closes_at.getTime(),
    picks: { player1: row.card1, player2: row.card2 },
  };
}

function endOf({ ended_at, winner, end_reason }: MatchRow): Match['end'] {
  if (ended_at === null || winner === null || end_reason === null) return null;
  return { at: ended_at.getTime(), winner, reason: end_reason };
}
