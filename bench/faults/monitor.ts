/** Counts and times the answers during a fault, and checks them against what is promised. */
import type { ApiKey } from '#contract/api.ts';
import type { Exchange } from '#demo/client.ts';

interface MonitoredCall {
  answered(exchange: Exchange): void;
  /** The connection ended, or the answer came too late. */
  unanswered(error: Error): void;
}

const SENTENCE = /^.{15,}\.$/;

export class Monitor {
  /** Answers during the fault by status; `none` is no answer. */
  readonly statuses = new Map<string, number>();
  readonly violations = new Set<string>();
  /** The longest any call waited for its answer, in ms. */
  longestMs = 0;
  /** From the end of the fault to the first accepted write, in ms. */
  backAfterMs: number | undefined;
  readonly #mayBeSilent: boolean;
  #hasStruck = false;
  #repairedAt: number | undefined;

  /** @param mayBeSilent the server itself is killed or paused: calls may get no answer */
  constructor(mayBeSilent: boolean) {
    this.#mayBeSilent = mayBeSilent;
  }

  /** The fault begins: counts from here on. */
  struck(): void {
    this.#hasStruck = true;
  }

  repaired(): void {
    this.#repairedAt = performance.now();
  }

  begin(key: ApiKey): MonitoredCall {
    const began = performance.now();
    const count = (outcome: string) => {
      if (!this.#isCounted(began)) return;
      this.statuses.set(outcome, (this.statuses.get(outcome) ?? 0) + 1);
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
    };
    return {
      answered: (exchange) => {
        count(String(exchange.status));
        if (exchange.status >= 500) this.#judge(key, exchange);
        else if (exchange.status < 300 && !key.startsWith('GET')) this.#isBack(began);
      },
      unanswered: (error) => {
        count('none');
        if (!this.#mayBeSilent) this.violations.add(`${key}: no answer (${error.message})`);
      },
    };
  }

  /** Counted are calls begun during the fault, and those until the recovery. */
  #isCounted(began: number): boolean {
    const isBefore = this.#repairedAt === undefined || began < this.#repairedAt;
    return this.#hasStruck && (isBefore || this.backAfterMs === undefined);
  }

  #isBack(began: number): void {
    if (this.#repairedAt === undefined || began < this.#repairedAt) return;
    this.backAfterMs ??= performance.now() - this.#repairedAt;
  }

  /** The only 5xx allowed is a 503 with a sentence and Retry-After. */
  #judge(key: ApiKey, { status, headers, body }: Exchange): void {
    const words = (body as { error?: unknown } | undefined)?.error;
    const isSaid = typeof words === 'string' && SENTENCE.test(words);
    if (status !== 503 || !isSaid) this.violations.add(`${key}: ${status} ${shortly(words)}`);
    else if (!/^\d+$/.test(String(headers['retry-after']))) {
      this.violations.add(`${key}: 503 without Retry-After`);
    }
  }
}

/** Without the random reference, equal violations count once. */
function shortly(words: unknown): string {
  return String(words)
    .replace(/\(Reference .*\)/, '')
    .slice(0, 100);
}
