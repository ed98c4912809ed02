/** A row of battle_matches <-> the match as the rules know it. */
import { randomUUID } from 'node:crypto';
import type { Address } from '#rules/address.ts';
import type { EndReason, Match, Outcome, Rematch, Seat } from '#rules/battle/match.ts';
import type { PlayerSnapshot } from '#server/battle/boards/players.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';

/** A match with what was noted when it started. */
export interface StoredMatch {
  readonly match: Match;
  /** Names this state of it and no other that there ever was: see changedTo. */
  readonly token: string;
  readonly lobbyId: string;
  /** How both were shown when it began. */
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

/** Instants written a moment ago: each stands in several views and rows, and those of a busy second are few. */
const instants = new BoundedCache<number, string>(4_000);

/** As JSON and PostgreSQL take it. @param ms since 1970 */
export function instantOf(ms: number): string {
  let text = instants.get(ms);
  if (text === undefined) {
    text = new Date(ms).toISOString();
    instants.set(ms, text);
  }
  return text;
}

const instantIf = (ms: number | undefined): string | null =>
  ms === undefined ? null : instantOf(ms);

/** The columns a change may touch; the two JSON columns are written by the store. */
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
 * A version can come again in a database that was restored from a backup, with another match behind
 * it. So whoever writes names the token of what was read, and draws a new one.
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
