/**
 * Reads that may be long, such as all cards of a wallet. What one costs is known when it is made: a network makes one at a
 * time, and pays for its length with the call that follows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '#contract/route.ts';
import { createKeyedMutex } from '#server/jobs/keyed-mutex.ts';
import type { Limits } from './limits.ts';
import { wholeNetworkOf } from './networks.ts';

/** Routes that cost so many reads, or more, are dear. */
const DEAR_COST = 5;

/** A large answer counts as one more read for each of so many characters: to make them takes about 0.5 ms of CPU. */
const CHARACTERS_OF_A_READ = 12 * 1024;

/** The next one begins by then, so that one that waits for a slow database holds up nobody else for long. */
const LONGEST_TURN_MS = 250;
/** Unless so many of its network are under way: those whose callers left would pile up. */
const MOST_UNDER_WAY = 8;

/** Not a file: it is read as slowly as one likes, and its portions wait for each other (whitelist/published.ts). */
export function isDear({ allowance, cost = 1, isLines }: Route): boolean {
  return allowance === 'read' && cost >= DEAR_COST && isLines !== true;
}

export type DearReads = ReturnType<typeof createDearReads>;

/** @param turnIsOver resolves after the longest turn */
export function createDearReads(
  { owe }: Pick<Limits, 'owe'>,
  turnIsOver = (): Promise<void> => sleep(LONGEST_TURN_MS, undefined, { ref: false }),
) {
  const oneAtATime = createKeyedMutex();
  /** Reads by network. */
  const underWay = new Map<string, number>();
  const count = (network: string, change: 1 | -1): number => {
    const reads = (underWay.get(network) ?? 0) + change;
    if (reads === 0) underWay.delete(network);
    else underWay.set(network, reads);
    return reads;
  };
  return {
    /** @param characters of an answer that was made for a call from this address */
    charge(characters: number, ip: string): void {
      const reads = Math.floor(characters / CHARACTERS_OF_A_READ);
      if (reads > 0) owe(ip, reads);
    },
    inTurn<T>(ip: string, work: () => Promise<T>): Promise<T> {
      const done = Promise.withResolvers<T>();
      const network = wholeNetworkOf(ip);
      void oneAtATime(network, async () => {
        const reads = count(network, 1);
        done.resolve(work());
        const isDone = done.promise.catch(() => {}).finally(() => count(network, -1));
        await (reads < MOST_UNDER_WAY ? Promise.race([isDone, turnIsOver()]) : isDone);
      });
      return done.promise;
    },
  };
}
