/**
 * Events between features. An event is published after its transaction was committed; a listener must
 * still read the state from the database.
 */
import type { Address } from '#rules/address.ts';

/** Identifies a match, without its contents. */
export interface MatchEvent {
  readonly matchId: string;
  /** The match has this version or a higher one. */
  readonly version: number;
  /** Identifies this state of the match; empty from a server of an older release. */
  readonly token: string;
  readonly lobbyId: string;
  readonly players: readonly [Address, Address];
}

/** All events. Plain values only, because they are sent between servers as JSON. */
export interface BusEvents {
  /** The stored cards of a wallet changed. */
  'holdings-changed': { readonly wallet: Address };
  /** A wallet paid on the chain. */
  'coins-spent': { readonly wallet: Address };
  /** A collector was created, or changed the name or picture. */
  'collector-changed': { readonly wallet: Address };
  /** A whitelist entry was added, removed or checked. */
  'whitelist-changed': Readonly<Record<string, never>>;
  'lobbies-changed': Readonly<Record<string, never>>;
  'match-started': MatchEvent;
  /** Any change after the start, including the end and a rematch. */
  'match-changed': MatchEvent;
  /** A match ended; if it counts, the board changed too. */
  'match-ended': { readonly matchId: string; readonly players: readonly Address[] };
  /** A session ended before it expired; `key` is not secret. */
  'session-ended': { readonly key: string };
  /** Events of other servers may have been lost, so everything derived from events must be read again. */
  'events-lost': Readonly<Record<string, never>>;
}

export type EventKind = keyof BusEvents;
type Listener<K extends EventKind> = (event: BusEvents[K]) => void | Promise<void>;

export interface Bus {
  /** Returns at once; listeners run later and their faults never reach the publisher. */
  publish<K extends EventKind>(kind: K, event: BusEvents[K]): void;
  /** Events of any server. */
  subscribe<K extends EventKind>(kind: K, listener: Listener<K>): void;
  /** Only events of other servers, when this server handles its own changes directly. */
  subscribeOthers<K extends EventKind>(kind: K, listener: Listener<K>): void;
  /** Only events of this server, for work that one server does for all. */
  subscribeOwn<K extends EventKind>(kind: K, listener: Listener<K>): void;
  /** False while events of other servers cannot arrive; `events-lost` follows when they can again. */
  isWhole(): boolean;
}

export interface LocalEventBus extends Bus {
  /** Delivers an event that another server published. */
  receive<K extends EventKind>(kind: K, event: BusEvents[K]): void;
}

interface Subscription {
  readonly listener: Listener<EventKind>;
  readonly source: 'any' | 'own' | 'others';
}

/**
 * The bus of one process.
 * @param onFault called when a listener throws or rejects
 */
export function createEventBus(onFault: (fault: unknown, kind: EventKind) => void): LocalEventBus {
  const subscriptions = new Map<EventKind, Subscription[]>();

  function deliver(kind: EventKind, event: BusEvents[EventKind], isOwn: boolean): void {
    for (const { listener, source } of subscriptions.get(kind) ?? []) {
      if (source === (isOwn ? 'others' : 'own')) continue;
      queueMicrotask(async () => {
        try {
          await listener(event);
        } catch (fault) {
          onFault(fault, kind);
        }
      });
    }
  }

  function add(kind: EventKind, listener: unknown, source: Subscription['source']): void {
    const added: Subscription = { listener: listener as Listener<EventKind>, source };
    subscriptions.set(kind, [...(subscriptions.get(kind) ?? []), added]);
  }

  return {
    publish: (kind, event) => deliver(kind, event, true),
    receive: (kind, event) => deliver(kind, event, false),
    subscribe: (kind, listener) => add(kind, listener, 'any'),
    subscribeOthers: (kind, listener) => add(kind, listener, 'others'),
    subscribeOwn: (kind, listener) => add(kind, listener, 'own'),
    isWhole: () => true,
  };
}
