/** Sets by their name, such as the sockets of each room. One that becomes empty is gone. */
export class NamedSets<T> {
  readonly #sets = new Map<string, Set<T>>();

  names(): string[] {
    return [...this.#sets.keys()];
  }

  in(name: string): ReadonlySet<T> {
    return this.#sets.get(name) ?? EMPTY;
  }

  add(name: string, one: T): void {
    const set = this.#sets.get(name);
    if (set === undefined) this.#sets.set(name, new Set([one]));
    else set.add(one);
  }

  remove(name: string, one: T): void {
    const set = this.#sets.get(name);
    if (set?.delete(one) && set.size === 0) this.#sets.delete(name);
  }
}

const EMPTY: ReadonlySet<never> = new Set();
