/**
 * A cache of reads by key. A value is returned while it is fresh. A read that began before an invalidation is not
 * kept.
 */
import { BoundedCache } from './bounded-cache.ts';

export interface Freshness {
  /** Ms since 1970. */
  now(): number;
  isFresh(readAt: number): boolean;
}

export interface ReadStart {
  /** Ms since 1970. */
  readonly at: number;
  /** Increases with each read or change: what this read can have seen. */
  readonly order: number;
}

interface Kept<V> {
  /** Null after an invalidation. */
  readonly held: { readonly value: V } | null;
  readonly readAt: number;
  readonly order: number;
}

export class ReadCache<V> {
  readonly #freshness: Freshness;
  readonly #kept: BoundedCache<string, Kept<V>>;
  #order = 0;

  constructor(freshness: Freshness, most: number) {
    this.#freshness = freshness;
    this.#kept = new BoundedCache(most);
  }

  /** Call before a read, or before a change whose result is kept. */
  begin(): ReadStart {
    return { at: this.#freshness.now(), order: ++this.#order };
  }

  fresh(key: string): V | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.held === null) return undefined;
    return this.#freshness.isFresh(kept.readAt) ? kept.held.value : undefined;
  }

  keep(key: string, value: V, began: ReadStart): void {
    if ((this.#kept.get(key)?.order ?? 0) > began.order) return;
    this.#kept.set(key, { held: { value }, readAt: began.at, order: began.order });
  }

  /** The value has changed. */
  invalidate(key: string): void {
    this.#kept.set(key, { held: null, readAt: 0, order: ++this.#order });
  }

  /** The fresh value, else the result of `read`. */
  async get(key: string, read: () => Promise<V>): Promise<V> {
    const known = this.fresh(key);
    if (known !== undefined) return known;
    const began = this.begin();
    const value = await read();
    this.keep(key, value, began);
    return value;
  }
}
