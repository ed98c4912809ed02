/** Counts the accepted writes, and whether each was found afterwards. */
export class AcceptedWrites {
  accepted = 0;
  found = 0;
  /** Missing because a false answer of the node could not be recognised. */
  believed = 0;
  readonly lost: string[] = [];
  /** Unexpected refusals and errors. */
  readonly wrong: string[] = [];
  /** Rounds that closed while their card was on its way. */
  missedRounds = 0;
  matchesBegun = 0;
  matchesEnded = 0;
  #numbers = 0;

  /** A number for the next write, so that no two are equal. */
  nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  check(what: string, isThere: boolean): void {
    if (isThere) this.found += 1;
    else this.lost.push(what);
  }

  /** Counts missing readings as believed instead of lost. */
  believeReadings(): void {
    const missing = this.lost.splice(0);
    for (const what of missing) {
      if (what.startsWith('readings')) this.believed += 1;
      else this.lost.push(what);
    }
  }
}
