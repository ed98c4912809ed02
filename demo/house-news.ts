/** Lets a program sleep until something happened, or for so long. */
export class News {
  readonly #sleepers = new Set<() => void>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.tell(), { once: true });
  }

  /** Wakes everybody who sleeps. */
  tell(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /**
   * Resolves at the next news, at the latest after `ms`. Whoever looks and then calls this in one
   * go misses nothing.
   * @throws the signal's reason when it is aborted
   */
  async within(ms: number): Promise<void> {
    this.#signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(0, ms));
      this.#sleepers.add(wake);
    });
    this.#signal.throwIfAborted();
  }
}
