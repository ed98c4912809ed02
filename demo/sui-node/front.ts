import type { Ledger } from './ledger/ledger.ts';

export type Front = 'grpc' | 'graphql' | 'jsonrpc';

/** What every front works with. */
export interface NodeContext {
  readonly ledger: Ledger;
  readonly limits: Limits;
  /** How long after its execution a transaction stays unknown on this front, in ms. */
  indexLagMs(front: Front): number;
}

/** What a client says of itself. */
export interface Client {
  /** The highest protocol version whose types it can read; 0 when it does not say. */
  readonly protocolVersion: number;
}

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

/** Page and batch sizes as the real servers enforce them; smaller ones make paging testable with few objects. */
export interface Limits {
  readonly grpcDefaultPage: number;
  /** More is silently cut to this. */
  readonly grpcMaxPage: number;
  /** A page ends with the item that passes this many encoded bytes. */
  readonly grpcMaxPageBytes: number;
  readonly graphqlDefaultPage: number;
  /** More is an error. */
  readonly graphqlMaxPage: number;
  readonly graphqlMaxMultiGet: number;
  readonly jsonRpcMaxPage: number;
  readonly jsonRpcMaxBatch: number;
}

export const REAL_LIMITS: Limits = {
  grpcDefaultPage: 50,
  grpcMaxPage: 1_000,
  grpcMaxPageBytes: 512 * 1_024,
  graphqlDefaultPage: 20,
  graphqlMaxPage: 50,
  graphqlMaxMultiGet: 200,
  jsonRpcMaxPage: 50,
  jsonRpcMaxBatch: 50,
};
