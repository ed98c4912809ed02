/** Tells what was saved of matches: this server's own parts first, then the other servers. */
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import type { Bus, MatchEvent } from '#server/cluster/event-bus.ts';
import type { StoredMatch } from './match-row.ts';
import type { MatchStore } from './match-store.ts';

type Kind = 'match-started' | 'match-changed';

/** A socket that must not be sent the new state, because its page gets it in the answer of its call. */
export interface ExcludedSocket {
  readonly wallet: Address;
  readonly socket: string;
}

/** Called with a committed state, before other servers get the event. */
type Listener = (kind: Kind, stored: StoredMatch, excluded: readonly ExcludedSocket[]) => void;

export type MatchEvents = ReturnType<typeof createMatchEvents>;

export function createMatchEvents(bus: Bus, log: Logger, store: Pick<MatchStore, 'started'>) {
  const listeners: Listener[] = [];

  function tell(kind: Kind, stored: StoredMatch, excluded: readonly ExcludedSocket[]): void {
    for (const listener of listeners) {
      try {
        listener(kind, stored, excluded);
      } catch (err) {
        // The state is committed, so the caller must still get the answer.
        log.error({ err, match: stored.match.id }, 'a listener of the matches failed');
      }
    }
  }

  function publish(kind: Kind, stored: StoredMatch, excluded: readonly ExcludedSocket[]): void {
    tell(kind, stored, excluded);
    bus.publish(kind, eventOf(stored));
  }

  return {
    /** Subscribes to every state that this server commits. */
    subscribe(listener: Listener): void {
      listeners.push(listener);
    },
    started(stored: StoredMatch): void {
      store.started([stored.match.player1, stored.match.player2]);
      publish('match-started', stored, []);
    },
    changed(stored: StoredMatch, excluded: readonly ExcludedSocket[] = []): void {
      publish('match-changed', stored, excluded);
    },
    /** Tells this server's sockets a state again, also those that were excluded. */
    repeated(stored: StoredMatch): void {
      tell('match-changed', stored, []);
    },
    ended({ match: { id, player1, player2 } }: StoredMatch): void {
      bus.publish('match-ended', { matchId: id, players: [player1, player2] });
    },
  };
}

function eventOf({ match, token, lobbyId }: StoredMatch): MatchEvent {
  return {
    matchId: match.id,
    version: match.version,
    token,
    lobbyId,
    players: [match.player1, match.player2],
  };
}
