/** Which of two snapshots of a match is newer: they come by polls and pushes, in any order. */
import { hashKey } from '@tanstack/react-query';
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
  return got.version < have.version || forAll(got) !== forAll(have);
}

/**
 * The part of a match that everybody sees, as text: one's own card disappears with the session, which is no change of
 * the match. Independent of the order of the fields, which may differ between servers.
 */
function forAll(match: Match): string {
  const hidden = { player1Card: null, player1Choice: null, player2Card: null, player2Choice: null };
  return hashKey([{ ...match, ...hidden, serverNow: '' }]);
}
