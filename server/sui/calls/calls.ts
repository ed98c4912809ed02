/** How every call to the node is made: within a deadline, tried again when that may help, and counted. */
import type { Clock } from '#server/cluster/clock.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import type { Attempt, ChainFetch } from '#server/sui/transports/chain-fetch.ts';
import { type FailureKind, isTransient, kindOfError } from './failures.ts';

/** After two time-outs a third is likely, and somebody is waiting for a page. */
const MOST_TIMEOUTS = 2;

export interface RetryPolicy {
  /** Tries per call, the first included. */
  readonly attempts: number;
  /** Wait before the second try, doubled for each one after it; half of it is chance. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** 0 to 1. */
  readonly random: () => number;
}

/** One try of one call as it ended. */
export interface ChainRequest {
  /** The same words on every transport, e.g. `owned objects`. */
  readonly method: string;
  readonly failure: FailureKind | null;
  readonly ms: number;
}

/** The end of one job, however many calls it makes. */
export interface Deadline {
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Stops whatever still runs. */
  end(): void;
}

export interface CallOptions<T> {
  /** Without it the call gets a deadline of its own. */
  readonly deadline?: Deadline;
  readonly totalMs?: number;
  readonly requestMs?: number;
  readonly attempts?: number;
  /** Asked after a try that may have gone through; a value ends the call with it. */
  readonly settle?: () => Promise<T | undefined>;
}

/** A call that failed for good. */
export class ChainCallError extends ChainUnreachableError {
  override name = 'ChainCallError';
  readonly kind: FailureKind;

  constructor(method: string, kind: FailureKind, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Sui ${method}: ${kind} (${reason})`, cause);
    this.kind = kind;
  }
}

export interface CallsDependencies {
  readonly chainFetch: ChainFetch;
  readonly clock: Clock;
  readonly retry: RetryPolicy;
  /** For one HTTP request. */
  readonly requestMs: number;
  /** For one call with all its tries. */
  readonly callMs: number;
  readonly onRequest: ((request: ChainRequest) => void) | undefined;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(dependencies: CallsDependencies) {
  const { chainFetch, clock, retry, onRequest } = dependencies;
  const closing = new AbortController();

  function startDeadline(totalMs: number): Deadline {
    // Not by the clock, which can be set.
    const endsAt = performance.now() + totalMs;
    const ended = new AbortController();
    const isOver = () => ended.abort(new Error(`out of time after ${totalMs} ms`));
    const timer = setTimeout(isOver, totalMs).unref();
    return {
      signal: AbortSignal.any([closing.signal, ended.signal]),
      remainingMs: () => endsAt - performance.now(),
      end() {
        clearTimeout(timer);
        ended.abort(new Error('the job has ended'));
      },
    };
  }

  async function retried<T>(
    method: string,
    work: () => Promise<T>,
    deadline: Deadline,
    options: CallOptions<T>,
  ): Promise<T> {
    const { attempts = retry.attempts, requestMs = dependencies.requestMs, settle } = options;
    const { signal } = deadline;
    for (let count = 1; ; count++) {
      if (signal.aborted) throw new ChainCallError(method, 'stopped', signal.reason);
      const attempt: Attempt = { signal, requestMs, failure: null };
      try {
        return await once(method, attempt, work);
      } catch (error) {
        if (!(error instanceof ChainCallError)) throw error;
        // When a later try is refused, the reason may be that an earlier one went through.
        if (settle !== undefined && (isTransient(error.kind) || count > 1)) {
          const settled = await settle();
          if (settled !== undefined) return settled;
        }
        const most = error.kind === 'timeout' ? Math.min(attempts, MOST_TIMEOUTS) : attempts;
        if (!isTransient(error.kind) || count >= most) throw error;
        await waitBeforeNext(count, attempt, deadline, error);
      }
    }
  }

  async function once<T>(method: string, attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let failure: FailureKind | null = null;
    try {
      return await chainFetch.within(attempt, work);
    } catch (error) {
      const cause = attempt.failure ?? error;
      failure = kindOfError(cause);
      throw new ChainCallError(method, failure, cause);
    } finally {
      onRequest?.({ method, failure, ms: performance.now() - startedAt });
    }
  }

  /** Throws the failure when the wait would outlast the deadline. */
  async function waitBeforeNext(
    count: number,
    attempt: Attempt,
    deadline: Deadline,
    failure: ChainCallError,
  ): Promise<void> {
    const longest = Math.min(retry.firstWaitMs * 2 ** (count - 1), retry.longestWaitMs);
    const backoffMs = longest * (0.5 + retry.random() / 2);
    const waitMs = Math.max(backoffMs, attempt.failure?.retryAfterMs ?? 0);
    if (waitMs >= deadline.remainingMs()) throw failure;
    await clock.sleep(waitMs, deadline.signal).catch(() => Promise.reject(failure));
  }

  return {
    closing: closing.signal,

    /** The caller must end it. */
    startDeadline,

    /** The answer of `work`, or ChainCallError. Whatever `work` throws counts as a failed call. */
    async call<T>(
      method: string,
      work: () => Promise<T>,
      options: CallOptions<T> = {},
    ): Promise<T> {
      if (options.deadline !== undefined) return retried(method, work, options.deadline, options);
      const deadline = startDeadline(options.totalMs ?? dependencies.callMs);
      return retried(method, work, deadline, options).finally(deadline.end);
    },

    /** For nodes that lag behind each other: healthy ones do by less than this. */
    async letNodesCatchUp({ signal }: Deadline): Promise<void> {
      await clock.sleep(retry.firstWaitMs * 2, signal).catch((error: unknown) => {
        throw new ChainCallError('wait', 'stopped', error);
      });
    },

    close: () => closing.abort(new Error('closed')),
  };
}
