type FaultKind =
  /** No answer ever; the connection stays open. */
  | 'hang'
  /** The correct answer, `ms` late, or as soon as the faults change. */
  | 'slow'
  /** HTTP 429 with Retry-After. */
  | '429'
  /** HTTP 502 with an HTML page, as from a proxy. */
  | '502'
  /** HTTP 200 with an HTML page. */
  | 'wrong-content-type'
  /** The first half of the correct answer, then a regular end. */
  | 'cut-body'
  /** The connection is closed without a byte. */
  | 'reset'
  /** Executed transactions cannot be found until `ms` later. */
  | 'index-lag';

export interface Fault {
  readonly kind: FaultKind;
  /** Only this method, named as in the request log. */
  readonly method?: string;
  /** Lets this many matching requests through first. */
  readonly after?: number;
  /** Then applies to this many matching requests; default: all. */
  readonly times?: number;
  /** For `slow` and `index-lag`; 1,000 without it. */
  readonly ms?: number;
  /** For `429`; 1 without it. */
  readonly retryAfterSeconds?: number;
}

interface Armed {
  readonly fault: Fault;
  seen: number;
}

/** Simulated faults of the node. Tried in the order they were set; the first that applies counts. */
export class Faults {
  #armed: Armed[] = [];
  #held = new Set<() => void>();

  set(...faults: Fault[]): void {
    this.#armed = faults.map((fault) => ({ fault, seen: 0 }));
    for (const release of [...this.#held]) release();
  }

  clear(): void {
    this.set();
  }

  /** Holds a slow answer back. */
  async delay({ ms = 1_000 }: Fault): Promise<void> {
    await new Promise<void>((done) => {
      const release = () => {
        clearTimeout(timer);
        this.#held.delete(release);
        done();
      };
      const timer = setTimeout(release, ms);
      this.#held.add(release);
    });
  }

  /** The fault for this request, if any. Counts the request. */
  strike(method: string): Fault | undefined {
    let struck: Fault | undefined;
    for (const armed of this.#armed) {
      const { fault } = armed;
      if (fault.kind === 'index-lag' || (fault.method ?? method) !== method) continue;
      const position = armed.seen;
      armed.seen += 1;
      const first = fault.after ?? 0;
      if (position >= first && position < first + (fault.times ?? Infinity)) struck ??= fault;
    }
    return struck;
  }

  /** How long an executed transaction stays unknown, in ms. */
  indexLagMs(): number {
    const lag = this.#armed.find(({ fault }) => fault.kind === 'index-lag');
    return lag === undefined ? 0 : (lag.fault.ms ?? 1_000);
  }
}
