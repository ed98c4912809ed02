/**
 * What went wrong with one call, in words that are the same for every transport. The SDK's clients
 * fail in a dozen shapes (RpcError codes, a status inside a message text, a TypeError in a parser).
 */
import { SimulationError } from '@mysten/sui/client';
import { RpcError } from '@mysten/sui/grpc';
import { JsonRpcError } from '@mysten/sui/jsonRpc';

export type FailureKind =
  /** No whole answer in time. */
  | 'timeout'
  /** No connection, or one that broke. */
  | 'network'
  | 'rate-limited'
  /** The node, or a proxy in front of it, reports a fault of its own. */
  | 'server'
  /** Not an answer of this protocol, or half of one. */
  | 'garbled'
  /** A whole answer with required parts missing or wrong. */
  | 'malformed'
  /** More bytes than are taken of one answer. */
  | 'too-long'
  /** No access: key missing, method switched off, wrong path. */
  | 'denied'
  /** The node understood the request and said no. */
  | 'refused'
  /** We stopped: the deadline of the job passed, or we are closing. */
  | 'stopped';

const TRANSIENT: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'timeout',
  'network',
  'rate-limited',
  'server',
  'garbled',
]);

/** Whether the same call may succeed a moment later. */
export function isTransient(kind: FailureKind): boolean {
  return TRANSIENT.has(kind);
}

/** A failure whose kind is known where it is thrown. */
export class ClassifiedError extends Error {
  override name = 'ClassifiedError';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** A failure below the protocol, found by our own fetch: the same for every transport. */
export class TransportError extends ClassifiedError {
  override name = 'TransportError';
  /** What the server asked us to wait, in ms. */
  readonly retryAfterMs: number;

  constructor(kind: FailureKind, message: string, retryAfterMs = 0, cause?: unknown) {
    super(kind, message, cause);
    this.retryAfterMs = retryAfterMs;
  }
}

/** An answer with required parts missing or wrong. */
export class MalformedAnswerError extends Error {
  override name = 'MalformedAnswerError';
}

/** The kind of an HTTP status that is not 2xx. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 429) return 'rate-limited';
  if (status === 408) return 'timeout';
  return status >= 500 ? 'server' : 'denied';
}

const KIND_OF_GRPC_CODE: Readonly<Record<string, FailureKind>> = {
  RESOURCE_EXHAUSTED: 'rate-limited',
  UNAVAILABLE: 'server',
  ABORTED: 'server',
  UNKNOWN: 'server',
  CANCELLED: 'server',
  DEADLINE_EXCEEDED: 'timeout',
  INTERNAL: 'garbled',
  DATA_LOSS: 'garbled',
  INVALID_ARGUMENT: 'refused',
  FAILED_PRECONDITION: 'refused',
  OUT_OF_RANGE: 'refused',
  NOT_FOUND: 'refused',
  ALREADY_EXISTS: 'refused',
  UNIMPLEMENTED: 'denied',
  PERMISSION_DENIED: 'denied',
  UNAUTHENTICATED: 'denied',
};

const KIND_OF_JSON_RPC_CODE: Readonly<Record<number, FailureKind>> = {
  [-32600]: 'refused',
  [-32602]: 'refused',
  [-32002]: 'refused',
  [-32601]: 'denied',
  [-32005]: 'denied',
};

const RATE_LIMIT_TEXT = /rate.?limit|too many requests|resource exhausted/i;

/** Some providers report a full quota only in the message, under any code. */
export function isRateLimitText(message: string): boolean {
  return RATE_LIMIT_TEXT.test(message);
}

const UNPAID_TEXT =
  /insufficient SUI balance|no valid gas coins|insufficient gas|balance of gas object|withdraw reservation/i;

/** Nodes and the SDK say only in the message that SUI for the fee is missing. */
export function isUnpaidText(message: string): boolean {
  return UNPAID_TEXT.test(message);
}

/** The kind of whatever a call threw: one of ours, or one of the SDK's clients. */
export function kindOfError(error: unknown): FailureKind {
  if (error instanceof ClassifiedError) return error.kind;
  if (error instanceof RpcError) return KIND_OF_GRPC_CODE[error.code] ?? 'server';
  if (error instanceof JsonRpcError) {
    if (isRateLimitText(error.message)) return 'rate-limited';
    return KIND_OF_JSON_RPC_CODE[error.code] ?? 'server';
  }
  if (error instanceof SimulationError) {
    // With a cause a call failed; without one the tried transaction itself fails.
    return error.cause instanceof Error ? kindOfError(error.cause) : 'refused';
  }
  // For a wallet without coins the SDK itself throws.
  if (error instanceof Error && isUnpaidText(error.message)) return 'refused';
  return error instanceof SyntaxError ? 'garbled' : 'malformed';
}
