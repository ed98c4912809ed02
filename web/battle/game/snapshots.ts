/** Which of two snapshots of a match is newer: they come by polls and pushes, in any order. */
import type { Match } from '#contract/battle.ts';
import { playerView } from './player-view.ts';

/** The same version can contain more after signing in: one's own card. */
export function isNewer(have: Match, got: Match, wallet: string): boolean {
  if (got.version !== have.version) return got.version > have.version;
  return playerView(have, wallet).card === null && playerView(got, wallet).card !== null;
}

/** Longer than any server can still show a match as live that another one has ended, in ms. */
const LONGEST_DISAGREEMENT_MS = 5_000;

/** Whether one was written so much later that the other is not just a late answer. */
export function wroteLongAfter(have: Match, got: Match): boolean {
  return Date.parse(got.serverNow) - Date.parse(have.serverNow) >= LONGEST_DISAGREEMENT_MS;
}

/**
 * The server lost what is on the table: its database was restored from a backup. What it says now is
 * true, whatever its version: the same number can have come again with something else behind it.
 */
export function wentBack(have: Match, got: Match): boolean {
  if (!wroteLongAfter(have, got)) return false;
  return got.version < have.version || !isSame(forAll(have), forAll(got));
}

/** The part of a match that everybody sees: one's own card disappears with the session, which is no change of the match. */
function forAll(match: Match): Match {
  const hidden = { player1Card: null, player1Choice: null, player2Card: null, player2Choice: null };
  return { ...match, ...hidden, serverNow: '' };
}

/** Servers of two versions may differ in the order of the fields, and in some that only one of them tells. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) && one.length !== other.length) return false;
  return Object.keys(one).every((key) => !(key in other) || isSame(one[key], other[key]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
