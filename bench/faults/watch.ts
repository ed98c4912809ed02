/** What calls are answered while something is broken: counted, timed, and held against what is promised. */
import type { ApiKey } from '#contract/api.ts';
import type { Exchange } from '#demo/client.ts';

/** What a fault may do to calls beside a 503. */
export interface Excuses {
  /** The server itself is killed or paused: its connections end, and nobody answers. */
  readonly server: boolean;
}

/** A call under way. */
export interface Watched {
  answered(exchange: Exchange): void;
  /** The connection ended, or nothing came in time. */
  unanswered(error: Error): void;
}

/** Shortest text that can pass for a sentence. */
const SENTENCE = /^.{15,}\.$/;

export class Watch {
  /** Answers during the fault by status; `none` is a connection that ended without one. */
  readonly statuses = new Map<string, number>();
  readonly complaints = new Set<string>();
  /** The longest any call waited for its answer, in ms. */
  longestMs = 0;
  /** From the end of the fault to the first good answer to a write begun after it, in ms. */
  backAfterMs: number | undefined;
  readonly #excuses: Excuses;
  #hasStruck = false;
  #mendedAt: number | undefined;

  constructor(excuses: Excuses) {
    this.#excuses = excuses;
  }

  /** From here on it is counted. */
  struck(): void {
    this.#hasStruck = true;
  }

  /** The fault is over. */
  mended(): void {
    this.#mendedAt = performance.now();
  }

  begin(key: ApiKey): Watched {
    const began = performance.now();
    const count = (outcome: string) => {
      if (!this.#isMeant(began)) return;
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
        if (!this.#excuses.server) this.complaints.add(`${key}: no answer (${error.message})`);
      },
    };
  }

  /** What was asked before the end of the fault, and what came until all was well again. */
  #isMeant(began: number): boolean {
    const isBefore = this.#mendedAt === undefined || began < this.#mendedAt;
    return this.#hasStruck && (isBefore || this.backAfterMs === undefined);
  }

  #isBack(began: number): void {
    if (this.#mendedAt === undefined || began < this.#mendedAt) return;
    this.backAfterMs ??= performance.now() - this.#mendedAt;
  }

  /** The one fault that may be told is 503: with a sentence, and when to come again. */
  #judge(key: ApiKey, { status, headers, body }: Exchange): void {
    const words = (body as { error?: unknown } | undefined)?.error;
    const isSaid = typeof words === 'string' && SENTENCE.test(words);
    if (status !== 503 || !isSaid) this.complaints.add(`${key}: ${status} ${shortly(words)}`);
    else if (!/^\d+$/.test(String(headers['retry-after']))) {
      this.complaints.add(`${key}: 503 without Retry-After`);
    }
  }
}

/** References are drawn anew for every fault; without them the same complaint is one. */
function shortly(words: unknown): string {
  return String(words)
    .replace(/\(Reference .*\)/, '')
    .slice(0, 100);
}
