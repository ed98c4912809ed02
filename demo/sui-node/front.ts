import type { Ledger } from './ledger/ledger.ts';
import type { Limits } from './limits.ts';

export type Front = 'grpc' | 'graphql' | 'jsonrpc';

/** What every front works with. */
export interface NodeContext {
  readonly ledger: Ledger;
  readonly limits: Limits;
  /** How long after its execution a transaction stays unknown on this front, in ms. */
  indexLagMs(front: Front): number;
}

/** A finished answer. */
export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Record<string, string>;
  readonly body: Uint8Array;
}

/** A request read far enough to be counted, and what is left to do for its answer. */
export interface Call {
  /** The gRPC method (`ListOwnedObjects`), the GraphQL operation (`getOwnedObjects`) or the JSON-RPC method (`suix_getOwnedObjects`). */
  readonly method: string;
  answer(): Reply | Promise<Reply>;
}
