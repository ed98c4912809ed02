/** The interface of every measured server: ours, the peer, the floor. */
import type { MeasuredProcess } from '../measured-process.ts';

/** How the load controls the players, and the events it gets from them. */
export interface PlayerHooks {
  /** Thinking time before a card, in ms. */
  thinkMs(): number;
  /** Called before a card is sent. */
  shot(match: string, round: number): void;
  /** Called once per player and round when they learn the result. */
  learned(match: string, round: number): void;
}

export interface Pair {
  /** Plays a match: lobby, join, all rounds, result. Resolves with its rounds when both know the result. */
  play(): Promise<number>;
}

export interface Usage {
  /** Of the application servers only. */
  readonly serverCpuSeconds: number;
  readonly residentBytes: number;
  /** Of PostgreSQL and all its processes; 0 without one. */
  readonly databaseCpuSeconds: number;
  readonly statements: number;
}

/** For a server that keeps everything in memory. */
export async function memoryUsage(server: MeasuredProcess): Promise<Usage> {
  const { cpuSeconds, residentBytes } = await server.figures();
  return { serverCpuSeconds: cpuSeconds, residentBytes, databaseCpuSeconds: 0, statements: 0 };
}

export interface Contender {
  readonly name: string;
  /** How long what it read for a player serves their matches, if it reads anything. */
  readonly readingsLastMs?: number;
  /** Creates pairs, signed in and connected if needed. */
  openPairs(count: number, hooks: PlayerHooks): Promise<Pair[]>;
  usage(): Promise<Usage>;
  /** Prints its most frequent statements since the last call. */
  printStatements?(matches: number): Promise<void>;
  close(): Promise<void>;
}
