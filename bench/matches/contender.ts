/** What every server that is measured with whole matches has in common: ours, the peer, the floor. */
import type { MeasuredProcess } from '../measured-process.ts';

/** How the load paces everybody's players, and what they tell it. */
export interface PlayerHooks {
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

/** Of a server that keeps everything in memory. */
export async function memoryUsage(server: MeasuredProcess): Promise<Usage> {
  const { cpuSeconds, residentBytes } = await server.figures();
  return { serverCpuSeconds: cpuSeconds, residentBytes, databaseCpuSeconds: 0, statements: 0 };
}

export interface Contender {
  readonly name: string;
  /** Brings so many pairs, signed in and connected where that is asked for. */
  openPairs(count: number, hooks: PlayerHooks): Promise<Pair[]>;
  /** Used so far. */
  usage(): Promise<Usage>;
  /** Prints what it asked its database most often since the last call. */
  printStatements?(matches: number): Promise<void>;
  close(): Promise<void>;
}
