/** Tells what was saved of matches: this server's own parts first, then the other servers. */
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import type { Bus, MatchEvent } from '#server/cluster/event-bus.ts';
import type { StoredMatch } from './matches/match-row.ts';
import type { MatchStore } from './matches/match-store.ts';

type Kind = 'match-started' | 'match-changed';

/** A socket whose page named it in its call, and gets the state in the answer. */
export interface NamedSocket {
  readonly wallet: Address;
  readonly socket: string;
}

/** The sockets that are told a state: one, or all but those whose pages are answered with it. */
export type Recipients =
  | { readonly only: NamedSocket }
  | { readonly except: readonly NamedSocket[] };

/** Called with a committed state, before other servers get the event. */
type Listener = (kind: Kind, stored: StoredMatch, to: Recipients) => void;

export type MatchEvents = ReturnType<typeof createMatchEvents>;

export function createMatchEvents(bus: Bus, log: Logger, store: Pick<MatchStore, 'started'>) {
  const listeners: Listener[] = [];

  function tell(kind: Kind, stored: StoredMatch, to: Recipients): void {
    for (const listener of listeners) {
      try {
        listener(kind, stored, to);
      } catch (err) {
        // The state is committed, so the caller must still get the answer.
        log.error({ err, match: stored.match.id }, 'a listener of the matches failed');
      }
    }
  }

  function publish(kind: Kind, stored: StoredMatch, except: readonly NamedSocket[]): void {
    tell(kind, stored, { except });
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
    changed(stored: StoredMatch, except: readonly NamedSocket[] = []): void {
      publish('match-changed', stored, except);
    },
    /** Tells a socket the state that its page may not have been answered with. */
    repeated(stored: StoredMatch, only: NamedSocket): void {
      tell('match-changed', stored, { only });
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
