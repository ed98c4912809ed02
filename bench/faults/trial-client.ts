/**
 * A caller who does not give up: what got no answer, or a 5xx, is sent again until there is one. So
 * the outcome of every write is known in the end, and a repeat that is not harmless shows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiKey } from '#contract/api.ts';
import { Client, type ClientOptions, type Exchange, type Input } from '#demo/client.ts';
import type { Watch } from './watch.ts';

const PAUSE_MS = 150;

export interface Trial {
  /** Of the fault that lasts; another one for each. */
  watch: Watch;
  /** Ends every wait, when a trial takes too long. */
  signal: AbortSignal;
  /** Where the product is; who gets no answer at one goes on at the next. */
  readonly origins: readonly string[];
}

type Options = Omit<ClientOptions, 'origin'>;

export class TrialClient extends Client {
  readonly #trial: Trial;
  readonly #home: number;
  #at: number;
  #watch: Watch;

  /** @param at which of the origins it begins with */
  constructor(trial: Trial, at: number, options: Options) {
    super({ ...options, origin: trial.origins[at % trial.origins.length] ?? '' });
    this.#trial = trial;
    this.#home = at;
    this.#at = at;
    this.#watch = trial.watch;
  }

  override async exchange<K extends ApiKey>(
    key: K,
    input: Input<K>,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Exchange> {
    for (;;) {
      const { watch, signal } = this.#trial;
      signal.throwIfAborted();
      if (watch !== this.#watch) {
        this.#watch = watch;
        this.#goTo(this.#home);
      }
      const watched = watch.begin(key);
      const exchange = await super.exchange(key, input, more).catch((error: Error) => error);
      if (exchange instanceof Error) {
        watched.unanswered(exchange);
        this.#goTo(this.#at + 1);
      } else {
        watched.answered(exchange);
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
