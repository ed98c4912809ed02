/** Save, then publish: who hears of a match that began or changed. */
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import type { Bus, MatchEvent } from '#server/cluster/event-bus.ts';
import type { StoredMatch } from './match-row.ts';

type Kind = 'match-started' | 'match-changed';

/** A socket of somebody who is answered with the new state: it is not sent there as well. */
export interface TellsItself {
  readonly wallet: Address;
  readonly socket: string;
}

/** Told of a state that is committed, before other servers are. */
type Listener = (kind: Kind, stored: StoredMatch, told: readonly TellsItself[]) => void;

export type MatchEvents = ReturnType<typeof createMatchEvents>;

export function createMatchEvents(bus: Bus, log: Logger) {
  const listeners: Listener[] = [];
  return {
    /** Hears of every state this server commits, with the state itself. */
    subscribe(listener: Listener): void {
      listeners.push(listener);
    },
    publish(kind: Kind, stored: StoredMatch, told: readonly TellsItself[] = []): void {
      for (const listener of listeners) {
        try {
          listener(kind, stored, told);
        } catch (err) {
          // It is committed all the same, and whoever waits for it is told.
          log.error({ err, match: stored.match.id }, 'a listener of the matches failed');
        }
      }
      bus.publish(kind, eventOf(stored));
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
