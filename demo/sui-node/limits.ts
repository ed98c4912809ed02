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
  readonly graphqlMaxQueryBytes: number;
  readonly graphqlMaxQueryDepth: number;
  readonly graphqlMaxQueryNodes: number;
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
  graphqlMaxQueryBytes: 5_000,
  graphqlMaxQueryDepth: 20,
  graphqlMaxQueryNodes: 300,
  jsonRpcMaxPage: 50,
  jsonRpcMaxBatch: 50,
};
