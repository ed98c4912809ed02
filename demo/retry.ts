/** Retries of the demo's programs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CallRefusedError } from './client.ts';

/** Pauses after failures, in ms; each is twice the one before. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called after a 401; without it, a 401 is thrown. */
  readonly signIn?: () => Promise<void>;
  /** Tries of a call that fails or is not answered; without it, it is tried for ever. */
  readonly mostTries?: number;
}

/**
 * Retries after a 429, a 5xx or no answer, and signs in again after a 401. Throws other refusals.
 * Only for calls that are safe to repeat.
 * @throws CallRefusedError, or the signal's reason when it is aborted
 */
export async function retryUntilAnswered<T>(
  call: () => Promise<T>,
  { signal, signIn, mostTries = Number.POSITIVE_INFINITY }: RetryOptions,
): Promise<T> {
  let tries = 0;
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (error instanceof TypeError) throw error; // a bug, not the network
      const isSignedOut = error instanceof CallRefusedError && error.status === 401;
      if (isSignedOut && signIn !== undefined) await retryUntilAnswered(signIn, { signal });
      else if (!isWorthAnotherTry(error)) throw error;
      if (!isTooOften(error)) tries += 1;
      if (tries >= mostTries) throw error;
      // At once after signing in, but only once.
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

/** Pause after this many failures in a row, in ms. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
}

function isWorthAnotherTry(error: unknown): boolean {
  // No answer at all.
  if (!(error instanceof CallRefusedError)) return true;
  return isTooOften(error) || error.status >= 500;
}

function isTooOften(error: unknown): boolean {
  return error instanceof CallRefusedError && error.status === 429;
}

function pauseAfter(error: unknown, failures: number): number {
  const told = error instanceof CallRefusedError ? error.retryAfterSeconds : undefined;
  return told === undefined ? backoffMs(failures) : told * 1_000;
}
