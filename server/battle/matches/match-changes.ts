/** Save, then publish: what the other features and the sockets hear of a saved change. */
import type { Bus, MatchFact } from '#server/cluster/event-bus.ts';
import type { StoredMatch } from './match-row.ts';
import type { Change } from './match-store.ts';

export function matchFact({ match, token, lobbyId }: StoredMatch): MatchFact {
  return {
    matchId: match.id,
    version: match.version,
    token,
    lobbyId,
    players: [match.player1, match.player2],
  };
}

export function tellChange(bus: Bus, { before, after }: Change): void {
  if (after === before) return;
  bus.publish('match-changed', matchFact(after));
  if (before.match.end === null && after.match.end !== null) {
    bus.publish('match-ended', { matchId: after.match.id });
  }
}
