/**
 * A client that sends a call again until it gets an answer below 500. So the result of every write is
 * known, and a repeat that does harm is seen.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiKey, Input } from '#contract/api.ts';
import { Client, type ClientOptions, type Exchange } from '#demo/client.ts';
import type { Monitor } from './monitor.ts';

const PAUSE_MS = 150;

export interface Trial {
  /** Each fault has its own. */
  monitor: Monitor;
  /** Aborted when the trial takes too long. */
  signal: AbortSignal;
  /** The servers. Without an answer from one, a client tries the next. */
  readonly origins: readonly string[];
}

type Options = Omit<ClientOptions, 'origin'>;

export class RetryingClient extends Client {
  readonly #trial: Trial;
  readonly #home: number;
  #at: number;
  #monitor: Monitor;

  /** @param at which of the origins it begins with */
  constructor(trial: Trial, at: number, options: Options) {
    super({ ...options, origin: trial.origins[at % trial.origins.length] ?? '' });
    this.#trial = trial;
    this.#home = at;
    this.#at = at;
    this.#monitor = trial.monitor;
  }

  override async exchange<K extends ApiKey>(
    key: K,
    input: Input<K>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Exchange> {
    for (;;) {
      const { monitor, signal } = this.#trial;
      signal.throwIfAborted();
      if (monitor !== this.#monitor) {
        this.#monitor = monitor;
        this.#goTo(this.#home);
      }
      const monitored = monitor.begin(key);
      const exchange = await super.exchange(key, input, more).catch((error: Error) => error);
      if (exchange instanceof Error) {
        monitored.unanswered(exchange);
        this.#goTo(this.#at + 1);
      } else {
        monitored.answered(exchange);
        if (exchange.status < 500 && exchange.status !== 429) return exchange;
      }
      await sleep(PAUSE_MS);
    }
  }

  #goTo(at: number): void {
    const { origins } = this.#trial;
    this.#at = at;
    this.moveTo(origins[at % origins.length] ?? '');
  }
}
