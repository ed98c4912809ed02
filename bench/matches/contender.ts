/** What every server that is measured with whole matches has in common: ours, the peer, the floor. */

/** What the load does, and whom it tells: the same for everybody's players. */
export interface Watch {
  /** How long to think before a card, in ms. */
  thinkMs(): number;
  /** A card is about to be sent. */
  shot(match: string, round: number): void;
  /** A player learned how a round ended; told once per player and round. */
  learned(match: string, round: number): void;
}

export interface Pair {
  /** A whole match: lobby, join, all rounds, result. Resolves with its rounds once both know how it ended. */
  play(): Promise<number>;
}

export interface Usage {
  /** Of the application's servers alone. */
  readonly serverCpuSeconds: number;
  readonly residentBytes: number;
  /** Of PostgreSQL and all its processes; 0 without one. */
  readonly databaseCpuSeconds: number;
  readonly statements: number;
}

export interface Contender {
  readonly name: string;
  /** Brings so many pairs, signed in and connected where that is asked for. */
  openPairs(count: number, watch: Watch): Promise<Pair[]>;
  /** Used so far. */
  usage(): Promise<Usage>;
  /** Prints what it asked its database most often since the last call. */
  printStatements?(matches: number): Promise<void>;
  close(): Promise<void>;
}
