/**
 * What features tell one another without knowing one another. A fact is published after the
 * transaction behind it committed; who hears it must still read the truth from the database.
 */
import type { Address } from '#rules/address.ts';

/** Which match, and whom it concerns. Nothing of what is in it. */
export interface MatchFact {
  readonly matchId: string;
  /** It has become this, or something newer by now. */
  readonly version: number;
  readonly lobbyId: string;
  readonly players: readonly [Address, Address];
}

/** Every fact there is. Plain values only: a bus between machines carries them as JSON. */
export interface Facts {
  /** A full reading of the chain changed what is known of a wallet's cards. */
  'holdings-changed': {
    readonly wallet: Address;
    /** Card ids that are no longer there, and those that are new. */
    readonly left: readonly Address[];
    readonly came: readonly Address[];
  };
  /** A collector came into being, or chose another name or picture. */
  'collector-changed': { readonly wallet: Address };
  /** An entry of the whitelist came, went, or has another verdict. */
  'whitelist-changed': Readonly<Record<string, never>>;
  /** The list of open lobbies is no longer what it was. */
  'lobbies-changed': Readonly<Record<string, never>>;
  'match-started': MatchFact;
  /** A card was put down, a round closed, time was added, a rematch offered or ended, the end. */
  'match-changed': MatchFact;
  /** A match ended, and the board moved with it if it counts. */
  'match-ended': { readonly matchId: string };
  /** A session ended before its time; `key` names it and is no secret. */
  'session-ended': { readonly key: string };
}

export type FactKind = keyof Facts;
export type Hear<K extends FactKind> = (fact: Facts[K]) => void | Promise<void>;

export interface Bus {
  /** Returns at once; listeners run later and their faults never reach the publisher. */
  publish<K extends FactKind>(kind: K, fact: Facts[K]): void;
  /** Returns the way to stop listening. */
  subscribe<K extends FactKind>(kind: K, hear: Hear<K>): () => void;
}

/**
 * The bus inside one process.
 * @param onFault told when a listener throws or rejects
 */
export function createBus(onFault: (fault: unknown, kind: FactKind) => void): Bus {
  const listeners = new Map<FactKind, Set<Hear<FactKind>>>();
  return {
    publish(kind, fact) {
      for (const hear of listeners.get(kind) ?? []) {
        queueMicrotask(async () => {
          try {
            await hear(fact);
          } catch (fault) {
            onFault(fault, kind);
          }
        });
      }
    },
    subscribe(kind, hear) {
      const ears = listeners.get(kind) ?? new Set();
      listeners.set(kind, ears);
      ears.add(hear as Hear<FactKind>);
      return () => ears.delete(hear as Hear<FactKind>);
    },
  };
}
