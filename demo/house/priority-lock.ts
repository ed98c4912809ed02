interface Waiting {
  readonly rank: number;
  grant(): void;
}

/** A lock for one holder at a time. Of those who wait, the one with the lowest rank gets it next. */
export class PriorityLock {
  #isHeld = false;
  #waiting: Waiting[] = [];

  /** Resolves when the caller holds the lock. @throws the signal's reason when it is aborted before */
  async acquire(rank: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#isHeld) {
      this.#isHeld = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal.reason);
      };
      const waiting = {
        rank,
        grant() {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  release(): void {
    this.#waiting.sort((a, b) => a.rank - b.rank);
    const next = this.#waiting.shift();
    this.#isHeld = next !== undefined;
    next?.grant();
  }
}
