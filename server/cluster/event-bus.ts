/**
 * What features tell one another without knowing one another. An event is published after the
 * transaction behind it committed; a listener must still read the state from the database.
 */
import type { Address } from '#rules/address.ts';

/** Which match, and whom it concerns. Nothing of what is in it. */
export interface MatchEvent {
  readonly matchId: string;
  /** It has become this, or something newer by now. */
  readonly version: number;
  /** Names that state and says nothing of what is in it; empty when an older version of us told it. */
  readonly token: string;
  readonly lobbyId: string;
  readonly players: readonly [Address, Address];
}

/** Every event there is. Plain values only: a bus between machines carries them as JSON. */
export interface BusEvents {
  /** What is known of a wallet's cards is no longer what it was. */
  'holdings-changed': { readonly wallet: Address };
  /** A wallet paid on the chain. */
  'coins-spent': { readonly wallet: Address };
  /** A collector came into being, or chose another name or picture. */
  'collector-changed': { readonly wallet: Address };
  /** An entry of the whitelist came, went, or has another verdict. */
  'whitelist-changed': Readonly<Record<string, never>>;
  /** The list of open lobbies is no longer what it was. */
  'lobbies-changed': Readonly<Record<string, never>>;
  'match-started': MatchEvent;
  /** A card was put down, a round closed, time was added, a rematch offered or ended, the end. */
  'match-changed': MatchEvent;
  /** A match ended, and the board moved with it if it counts. */
  'match-ended': { readonly matchId: string; readonly players: readonly Address[] };
  /** A session ended before its time; `key` names it and is no secret. */
  'session-ended': { readonly key: string };
  /** Any of the above may have been missed: what rests on them must be read again. */
  'events-lost': Readonly<Record<string, never>>;
}

export type EventKind = keyof BusEvents;
export type Listener<K extends EventKind> = (event: BusEvents[K]) => void | Promise<void>;

export interface Bus {
  /** Returns at once; listeners run later and their faults never reach the publisher. */
  publish<K extends EventKind>(kind: K, event: BusEvents[K]): void;
  /** Events of any server. Returns the way to unsubscribe. */
  subscribe<K extends EventKind>(kind: K, listener: Listener<K>): () => void;
  /** Only events of other servers: for what this server handles at once by itself. */
  subscribeOthers<K extends EventKind>(kind: K, listener: Listener<K>): () => void;
  /** Only events of this server: for work that one server does for all. */
  subscribeOwn<K extends EventKind>(kind: K, listener: Listener<K>): () => void;
  /** False while what others publish cannot be heard; when that is over, `events-lost` is. */
  isWhole(): boolean;
}

/** The bus inside one process, with an subscription for what comes from others. */
export interface LocalEventBus extends Bus {
  /** Tells what another server published. */
  receive<K extends EventKind>(kind: K, event: BusEvents[K]): void;
}

interface Subscription {
  readonly listener: Listener<EventKind>;
  readonly whose: 'any' | 'own' | 'others';
}

/**
 * The bus inside one process.
 * @param onFault told when a listener throws or rejects
 */
export function createEventBus(onFault: (fault: unknown, kind: EventKind) => void): LocalEventBus {
  const subscriptions = new Map<EventKind, Set<Subscription>>();

  function tell(kind: EventKind, event: BusEvents[EventKind], isOwn: boolean): void {
    for (const { listener, whose } of subscriptions.get(kind) ?? []) {
      if (whose === (isOwn ? 'others' : 'own')) continue;
      queueMicrotask(async () => {
        try {
          await listener(event);
        } catch (fault) {
          onFault(fault, kind);
        }
      });
    }
  }

  function add(kind: EventKind, listener: unknown, whose: Subscription['whose']): () => void {
    const subscription: Subscription = { listener: listener as Listener<EventKind>, whose };
    const all = subscriptions.get(kind) ?? new Set();
    subscriptions.set(kind, all.add(subscription));
    return () => all.delete(subscription);
  }

  return {
    publish: (kind, event) => tell(kind, event, true),
    receive: (kind, event) => tell(kind, event, false),
    subscribe: (kind, listener) => add(kind, listener, 'any'),
    subscribeOthers: (kind, listener) => add(kind, listener, 'others'),
    subscribeOwn: (kind, listener) => add(kind, listener, 'own'),
    isWhole: () => true,
  };
}
