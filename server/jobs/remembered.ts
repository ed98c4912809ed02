/**
 * What was read a moment ago, by key. It is handed out while it is fresh; what began to be read before
 * somebody said that it changed is not kept.
 */
import { BoundedCache } from './bounded-cache.ts';

export interface Freshness {
  /** Ms since 1970. */
  now(): number;
  isFresh(readAt: number): boolean;
}

/** When a reading began. */
export interface Beginning {
  /** Ms since 1970: how old its answer is. */
  readonly at: number;
  /** Counts up: what it can have seen. */
  readonly order: number;
}

interface Kept<V> {
  /** Null when it has to be read again. */
  readonly held: { readonly value: V } | null;
  readonly readAt: number;
  readonly order: number;
}

export class Remembered<V> {
  readonly #freshness: Freshness;
  readonly #kept: BoundedCache<string, Kept<V>>;
  #order = 0;

  constructor(freshness: Freshness, most: number) {
    this.#freshness = freshness;
    this.#kept = new BoundedCache(most);
  }

  /** To be called before a reading, or a change that answers what it made. */
  begin(): Beginning {
    return { at: this.#freshness.now(), order: ++this.#order };
  }

  fresh(key: string): V | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.held === null) return undefined;
    return this.#freshness.isFresh(kept.readAt) ? kept.held.value : undefined;
  }

  keep(key: string, value: V, began: Beginning): void {
    if ((this.#kept.get(key)?.order ?? 0) > began.order) return;
    this.#kept.set(key, { held: { value }, readAt: began.at, order: began.order });
  }

  /** It changed. */
  invalidate(key: string): void {
    this.#kept.set(key, { held: null, readAt: 0, order: ++this.#order });
  }

  /** As remembered, else by `read`. */
  async get(key: string, read: () => Promise<V>): Promise<V> {
    const known = this.fresh(key);
    if (known !== undefined) return known;
    const began = this.begin();
    const value = await read();
    this.keep(key, value, began);
    return value;
  }
}
