import type { Front } from '#demo/sui-node/front.ts';

/** Counts requests, so that a test can check how many a job needs. */
export class RequestLog {
  readonly #counts = new Map<string, number>();

  record(front: Front, method: string): void {
    const key = `${front} ${method}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /**
   * Requests since the last reset. `method` is the gRPC method (`ListOwnedObjects`), the name of the GraphQL
   * operation (`getOwnedObjects`) or the JSON-RPC method (`suix_getOwnedObjects`).
   */
  count(front?: Front, method?: string): number {
    let total = 0;
    for (const [key, count] of this.#counts) {
      const [keyFront, keyMethod] = key.split(' ');
      if (front !== undefined && keyFront !== front) continue;
      if (method === undefined || keyMethod === method) total += count;
    }
    return total;
  }

  /** All counters, `front method` to number. */
  all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  reset(): void {
    this.#counts.clear();
  }
}
