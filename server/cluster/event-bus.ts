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
  /** Names that state and says nothing of what is in it; empty when an older version of us told it. */
  readonly token: string;
  readonly lobbyId: string;
  readonly players: readonly [Address, Address];
}

/** Every fact there is. Plain values only: a bus between machines carries them as JSON. */
export interface Facts {
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
  'match-started': MatchFact;
  /** A card was put down, a round closed, time was added, a rematch offered or ended, the end. */
  'match-changed': MatchFact;
  /** A match ended, and the board moved with it if it counts. */
  'match-ended': { readonly matchId: string };
  /** A session ended before its time; `key` names it and is no secret. */
  'session-ended': { readonly key: string };
  /** Any of the above may have been missed: what rests on them must be read again. */
  'facts-missed': Readonly<Record<string, never>>;
}

export type FactKind = keyof Facts;
export type Hear<K extends FactKind> = (fact: Facts[K]) => void | Promise<void>;

export interface Bus {
  /** Returns at once; listeners run later and their faults never reach the publisher. */
  publish<K extends FactKind>(kind: K, fact: Facts[K]): void;
  /** Hears what any server published. Returns the way to stop listening. */
  subscribe<K extends FactKind>(kind: K, hear: Hear<K>): () => void;
  /** Hears only what this server published: for work that one of them does for all. */
  subscribeOwn<K extends FactKind>(kind: K, hear: Hear<K>): () => void;
  /** False while what others publish cannot be heard; when that is over, `facts-missed` is. */
  isWhole(): boolean;
}

/** The bus inside one process, with an ear for what comes from others. */
export interface LocalBus extends Bus {
  /** Tells what another server published. */
  receive<K extends FactKind>(kind: K, fact: Facts[K]): void;
}

interface Ear {
  readonly hear: Hear<FactKind>;
  readonly isOwnOnly: boolean;
}

/**
 * The bus inside one process.
 * @param onFault told when a listener throws or rejects
 */
export function createBus(onFault: (fault: unknown, kind: FactKind) => void): LocalBus {
  const ears = new Map<FactKind, Set<Ear>>();

  function tell(kind: FactKind, fact: Facts[FactKind], isOwn: boolean): void {
    for (const { hear, isOwnOnly } of ears.get(kind) ?? []) {
      if (isOwnOnly && !isOwn) continue;
      queueMicrotask(async () => {
        try {
          await hear(fact);
        } catch (fault) {
          onFault(fault, kind);
        }
      });
    }
  }

  function listen(kind: FactKind, hear: unknown, isOwnOnly: boolean): () => void {
    const ear: Ear = { hear: hear as Hear<FactKind>, isOwnOnly };
    const all = ears.get(kind) ?? new Set();
    ears.set(kind, all.add(ear));
    return () => all.delete(ear);
  }

  return {
    publish: (kind, fact) => tell(kind, fact, true),
    receive: (kind, fact) => tell(kind, fact, false),
    subscribe: (kind, hear) => listen(kind, hear, false),
    subscribeOwn: (kind, hear) => listen(kind, hear, true),
    isWhole: () => true,
  };
}
