/** Save, then publish: what the other features and the sockets hear of a saved change. */
import type { Bus, MatchEvent } from '#server/cluster/event-bus.ts';
import type { StoredMatch } from './match-row.ts';
import type { Change } from './match-store.ts';

export function matchEvent({ match, token, lobbyId }: StoredMatch): MatchEvent {
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
  bus.publish('match-changed', matchEvent(after));
  if (before.match.end === null && after.match.end !== null) {
    bus.publish('match-ended', { matchId: after.match.id });
  }
}
