/** Lets pairs play at full speed or at a fixed rate, and records the results. */
import type { Pair, PlayerHooks } from './contender.ts';

export interface Played {
  readonly matches: number;
  readonly rounds: number;
  /** Time until the last match was over. */
  readonly seconds: number;
  /** Matches that should have begun, at a fixed rate. */
  readonly due?: number;
  /** Matches that began and ended before the time was over. */
  readonly inTime: number;
  /** Time from the due start until both know the result, in ms. */
  readonly matchMs: readonly number[];
}

/** Every pair plays one match after another until the time is over. */
export async function playAsFastAsItGoes(pairs: readonly Pair[], seconds: number): Promise<Played> {
  const notes = new Notes(seconds);
  await Promise.all(
    pairs.map(async (pair) => {
      while (!notes.isOver()) await notes.play(pair, performance.now());
    }),
  );
  return notes.played();
}

/**
 * Starts matches at a fixed rate, whether or not earlier ones are over. If no pair is free a match waits, and its
 * wait counts; those still waiting at the end never begin.
 */
export async function playAtRate(
  pairs: readonly Pair[],
  perSecond: number,
  seconds: number,
): Promise<Played> {
  const notes = new Notes(seconds);
  const free = [...pairs];
  const waiting: number[] = [];
  const playing = new Set<Promise<void>>();
  const began = performance.now();
  let due = 0;

  const begin = (): void => {
    while (free.length > 0 && waiting.length > 0) {
      const pair = free.shift()!;
      const match = notes.play(pair, waiting.shift()!).then(() => {
        playing.delete(match);
        free.push(pair);
        if (!notes.isOver()) begin();
      });
      playing.add(match);
    }
  };
  while (!notes.isOver()) {
    const elapsed = performance.now() - began;
    for (; due < (elapsed * perSecond) / 1_000; due += 1) {
      waiting.push(began + (due * 1_000) / perSecond);
    }
    begin();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(playing);
  return { ...notes.played(), due };
}

class Notes {
  matches = 0;
  #rounds = 0;
  #inTime = 0;
  readonly #began = performance.now();
  readonly #until: number;
  readonly #matchMs: number[] = [];

  constructor(seconds: number) {
    this.#until = this.#began + seconds * 1_000;
  }

  isOver(): boolean {
    return performance.now() >= this.#until;
  }

  async play(pair: Pair, dueAt: number): Promise<void> {
    const rounds = await pair.play();
    this.matches += 1;
    this.#rounds += rounds;
    this.#matchMs.push(performance.now() - dueAt);
    if (!this.isOver()) this.#inTime += 1;
  }

  played(): Played {
    return {
      matches: this.matches,
      rounds: this.#rounds,
      seconds: (performance.now() - this.#began) / 1_000,
      inTime: this.#inTime,
      matchMs: this.#matchMs,
    };
  }
}

/** Time from the second card of a round until both players know the result. */
export class Latencies implements PlayerHooks {
  thinkMs = (): number => 0;
  #ms: number[] = [];
  readonly #open = new Map<string, { shots: number; lastShotAt: number; learned: number }>();

  /** Returns the times since the last call, in ms. */
  take(): readonly number[] {
    const taken = this.#ms;
    this.#ms = [];
    return taken;
  }

  shot(match: string, round: number): void {
    const open = this.#round(match, round);
    open.shots += 1;
    open.lastShotAt = performance.now();
  }

  learned(match: string, round: number): void {
    const open = this.#round(match, round);
    open.learned += 1;
    if (open.learned < 2) return;
    this.#open.delete(`${match} ${round}`);
    if (open.shots === 2) this.#ms.push(performance.now() - open.lastShotAt);
  }

  #round(match: string, round: number) {
    const key = `${match} ${round}`;
    const open = this.#open.get(key) ?? { shots: 0, lastShotAt: 0, learned: 0 };
    this.#open.set(key, open);
    return open;
  }
}
