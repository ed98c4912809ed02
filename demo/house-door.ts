/** A place for one. Of those who wait for it, the one of the lowest rank comes next. */
interface Waiting {
  readonly rank: number;
  enter(): void;
}

export class Door {
  #isTaken = false;
  #waiting: Waiting[] = [];

  /** Resolves with the door taken. @throws the signal's reason when it is aborted before */
  async enter(rank: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ rank, enter: resolve });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  leave(): void {
    this.#waiting.sort((a, b) => a.rank - b.rank);
    const next = this.#waiting.shift();
    this.#isTaken = next !== undefined;
    next?.enter();
  }
}
