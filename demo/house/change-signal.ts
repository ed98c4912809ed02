/** Lets a program wait until something changed, at most for a given time. */
export class ChangeSignal {
  readonly #waiting = new Set<() => void>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.notify(), { once: true });
  }

  /** Wakes everybody who waits. */
  notify(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /**
   * Resolves at the next change, at the latest after `ms`. A caller that checks and then waits without
   * an `await` between misses nothing.
   * @throws the signal's reason when it is aborted
   */
  async wait(ms: number): Promise<void> {
    this.#signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(0, ms));
      this.#waiting.add(wake);
    });
    this.#signal.throwIfAborted();
  }
}
