/** gRPC status codes as they stand on the wire. */
export const GRPC_CODE = {
  OK: 0,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  INTERNAL: 13,
  UNIMPLEMENTED: 12,
} as const;

/** Ends a call with a status other than OK. */
export class GrpcStatusError extends Error {
  override name = 'GrpcStatusError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export function invalidArgument(field: string, reason: string): GrpcStatusError {
  return new GrpcStatusError(GRPC_CODE.INVALID_ARGUMENT, `${field}: ${reason}`);
}

export function notFound(what: string): GrpcStatusError {
  return new GrpcStatusError(GRPC_CODE.NOT_FOUND, `${what} not found`);
}
