/** How a program of the demo gets over what goes wrong between it and the server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefused } from '../client.ts';

/** First and longest pause after a call that got no answer, in ms; each pause doubles the one before. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called when the server does not know the session any more; without it that is a refusal. */
  readonly signIn?: () => Promise<void>;
}

/**
 * Tries until there is an answer: waits as long as a 429 says, goes on when the server is away or
 * fails, and signs in again when the session is gone. Any other refusal is thrown.
 * Only for calls that may be repeated, as all of the battle may.
 * @throws CallRefused, or the signal's reason when it is aborted
 */
export async function retryUntilAnswered<T>(
  call: () => Promise<T>,
  { signal, signIn }: RetryOptions,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (error instanceof TypeError) throw error; // ours, not the network's
      const isSignedOut = error instanceof CallRefused && error.status === 401;
      if (isSignedOut && signIn !== undefined) await retryUntilAnswered(signIn, { signal });
      else if (!isWorthAnotherTry(error)) throw error;
      // Signed in anew it goes on at once, but not round and round.
      if (isSignedOut && failures === 0) continue;
      await pause(pauseAfter(error, failures), signal);
    }
  }
}

/** @throws the signal's reason when it is aborted meanwhile */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}

/** Pause after so many failures in a row, in ms. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
}

function isWorthAnotherTry(error: unknown): boolean {
  // No answer at all: the line broke or nobody was there.
  if (!(error instanceof CallRefused)) return true;
  return error.status === 429 || error.status >= 500;
}

function pauseAfter(error: unknown, failures: number): number {
  const told = error instanceof CallRefused ? error.retryAfterSeconds : undefined;
  return told === undefined ? backoffMs(failures) : told * 1_000;
}
