/** Lets a program wait for a change, with a time limit. */
export class ChangeSignal {
  readonly #waiting = new Set<() => void>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.notify(), { once: true });
  }

  notify(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /**
   * Resolves at the next change, or after `ms`. Misses nothing if there is no `await` between the
   * caller's check and this call.
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
