/** Every write that was accepted, and whether it was found afterwards. */
export class Book {
  accepted = 0;
  found = 0;
  /** Shown as a node said that lied, and could not be told from one that does not. */
  believed = 0;
  readonly lost: string[] = [];
  /** Refusals and other ends that nobody should have met. */
  readonly wrong: string[] = [];
  /** Rounds that were judged without a card although the player had been putting one down. */
  missedRounds = 0;
  matchesBegun = 0;
  matchesEnded = 0;

  #numbers = 0;

  /** For what is written next: no two writes are alike. */
  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  accept(): void {
    this.accepted += 1;
  }

  check(what: string, isThere: boolean): void {
    if (isThere) this.found += 1;
    else this.lost.push(what);
  }

  /** What is missing of this kind was lied about. */
  believe(kind: string): void {
    const missing = this.lost.splice(0);
    for (const what of missing) {
      if (what.startsWith(kind)) this.believed += 1;
      else this.lost.push(what);
    }
  }
}
