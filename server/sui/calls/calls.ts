/** How every call to the node is made: within a time budget, tried again when that may help, and counted. */

import type { Clock } from '#server/cluster/clock.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import type { Attempt, Wire } from '#server/sui/transports/chain-fetch.ts';
import { type FailureKind, isTransient, kindOfError } from './failures.ts';

/** A node that let two tries hang lets the third hang too, and somebody is waiting in front of a page. */
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
  /** HTTP requests it took: one, except for what the SDK puts together. */
  readonly requests: number;
  readonly failure: FailureKind | null;
  readonly ms: number;
}

/** The time one job may take, however many calls it makes. */
export interface Budget {
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Stops whatever still runs on it. */
  end(): void;
}

export interface CallOptions<T> {
  /** Without it the call gets a budget of its own. */
  readonly budget?: Budget;
  readonly totalMs?: number;
  readonly requestMs?: number;
  readonly attempts?: number;
  /** Asked after a try whose outcome is unknown; a value ends the call with it. */
  readonly settle?: () => Promise<T | undefined>;
}

/** A call that failed for good, with the kind that says what to make of it. */
export class ChainCallError extends ChainUnreachableError {
  override name = 'ChainCallError';
  readonly kind: FailureKind;

  constructor(method: string, kind: FailureKind, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Sui ${method}: ${kind} (${reason})`, cause);
    this.kind = kind;
  }
}

export interface CallsOptions {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly retry: RetryPolicy;
  /** For one HTTP request. */
  readonly requestMs: number;
  /** For one call with all its tries. */
  readonly callMs: number;
  readonly onRequest: ((request: ChainRequest) => void) | undefined;
}

export class Calls {
  readonly #options: CallsOptions;
  readonly #closing = new AbortController();

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Opens a time budget; it must be ended. */
  budget(totalMs: number): Budget {
    const { clock } = this.#options;
    const deadline = clock.now().getTime() + totalMs;
    const controller = new AbortController();
    const closing = this.#closing.signal;
    const onClose = () => controller.abort(closing.reason);
    const timer = setTimeout(() => {
      controller.abort(new Error(`out of time after ${totalMs} ms`));
    }, totalMs);
    timer.unref();
    if (closing.aborted) onClose();
    else closing.addEventListener('abort', onClose, { once: true });
    return {
      signal: controller.signal,
      remainingMs: () => deadline - clock.now().getTime(),
      end() {
        clearTimeout(timer);
        closing.removeEventListener('abort', onClose);
        controller.abort(new Error('the job has ended'));
      },
    };
  }

  /** The answer of `work`, or ChainCallError. Whatever `work` throws counts as a failed call. */
  async call<T>(method: string, work: () => Promise<T>, options: CallOptions<T> = {}): Promise<T> {
    const budget = options.budget ?? this.budget(options.totalMs ?? this.#options.callMs);
    try {
      return await this.#persist(method, work, budget, options);
    } finally {
      if (options.budget === undefined) budget.end();
    }
  }

  async #persist<T>(
    method: string,
    work: () => Promise<T>,
    budget: Budget,
    options: CallOptions<T>,
  ): Promise<T> {
    const attempts = options.attempts ?? this.#options.retry.attempts;
    for (let count = 1; ; count++) {
      if (budget.signal.aborted) throw new ChainCallError(method, 'stopped', budget.signal.reason);
      const requestMs = options.requestMs ?? this.#options.requestMs;
      const attempt: Attempt = { stop: budget.signal, requestMs, requests: 0, failure: null };
      try {
        return await this.#try(method, attempt, work);
      } catch (error) {
        if (!(error instanceof ChainCallError)) throw error;
        // A refusal of the first try is plain; of a later one it may mean that an earlier try went through.
        if (options.settle !== undefined && (isTransient(error.kind) || count > 1)) {
          const settled = await options.settle();
          if (settled !== undefined) return settled;
        }
        const most = error.kind === 'timeout' ? Math.min(attempts, MOST_TIMEOUTS) : attempts;
        if (!isTransient(error.kind) || count >= most) throw error;
        await this.#waitBeforeNext(count, attempt, budget, error);
      }
    }
  }

  async #try<T>(method: string, attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const { wire, clock, onRequest } = this.#options;
    const started = clock.now().getTime();
    const tell = (failure: FailureKind | null) => {
      const ms = clock.now().getTime() - started;
      onRequest?.({ method, requests: attempt.requests, failure, ms });
    };
    let answer: T;
    try {
      answer = await wire.within(attempt, work);
    } catch (error) {
      const cause = attempt.failure ?? error;
      const kind = kindOfError(cause);
      tell(kind);
      throw new ChainCallError(method, kind, cause);
    }
    tell(null);
    return answer;
  }

  /** Throws the failure when the wait would outlast the budget. */
  async #waitBeforeNext(
    count: number,
    attempt: Attempt,
    budget: Budget,
    failure: ChainCallError,
  ): Promise<void> {
    const { clock, retry } = this.#options;
    const longest = Math.min(retry.firstWaitMs * 2 ** (count - 1), retry.longestWaitMs);
    const backoffMs = longest * (0.5 + retry.random() / 2);
    const waitMs = Math.max(backoffMs, attempt.failure?.retryAfterMs ?? 0);
    if (waitMs >= budget.remainingMs()) throw failure;
    try {
      await clock.sleep(waitMs, budget.signal);
    } catch {
      throw failure;
    }
  }

  close(): void {
    this.#closing.abort(new Error('closed'));
  }
}
