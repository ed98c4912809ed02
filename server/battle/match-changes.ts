/** Save, then publish: what the other features and the sockets hear of a saved change. */
import type { Bus } from '#server/ports/bus.ts';
import type { Change } from './match-store.ts';

export function tellChange(bus: Bus, { before, after }: Change): void {
  const matchId = after.match.id;
  if (after === before) return;
  bus.publish('match-changed', { matchId });
  if (before.match.end === null && after.match.end !== null) {
    bus.publish('match-ended', { matchId });
  }
}
