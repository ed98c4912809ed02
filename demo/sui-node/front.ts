import type { Faults } from './faults.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Limits } from './limits.ts';

/** What every front works with. */
export interface NodeContext {
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly faults: Faults;
}

/** A finished answer, before faults touch it. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Record<string, string>;
  readonly body: Uint8Array;
}

/** A request read far enough to be counted, and what is left to do for its answer. */
export interface Call {
  /** Named as in the request log. */
  readonly method: string;
  answer(): Reply | Promise<Reply>;
}
