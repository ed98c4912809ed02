import { decodeCursor } from '../cursors.ts';
import { canonicalAddress, canonicalType, SUI_TYPE } from '../ledger/move-types.ts';
import type { ListKey } from '../ledger/object-store.ts';

export type Params = readonly unknown[];

export function addressParam(params: Params, index: number): string {
  const address = canonicalAddress(params[index]);
  if (address === undefined) throw invalidParams(`${String(params[index])} is no Sui address`);
  return address;
}

export function textParam(params: Params, index: number): string {
  const text = params[index];
  if (typeof text !== 'string') throw invalidParams(`parameter ${index} must be a string`);
  return text;
}

/** A struct type; that of SUI when none is given. */
export function typeParam(params: Params, index: number): string {
  const text = params[index];
  if (text === undefined || text === null) return SUI_TYPE;
  try {
    return canonicalType(String(text));
  } catch {
    throw invalidParams(`${String(text)} is no struct type`);
  }
}

export function cursorParam(params: Params, index: number): ListKey | undefined {
  const text = params[index];
  if (text === undefined || text === null) return undefined;
  try {
    return decodeCursor(String(text));
  } catch {
    throw invalidParams('invalid cursor');
  }
}

/** The page size asked for; more than the most is an error here, not cut. */
export function limitParam(params: Params, index: number, most: number): number {
  const limit = params[index] ?? most;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) {
    throw invalidParams('page size limit must be a positive integer');
  }
  if (limit > most) throw invalidParams(`Page size limit ${limit} exceeds max limit ${most}`);
  return limit;
}

export const JSON_RPC_CODE = {
  PARSE_ERROR: -32700,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  TRANSACTION_REFUSED: -32002,
} as const;

export class JsonRpcFaultError extends Error {
  override name = 'JsonRpcFaultError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export function invalidParams(reason: string): JsonRpcFaultError {
  return new JsonRpcFaultError(JSON_RPC_CODE.INVALID_PARAMS, `Invalid params: ${reason}`);
}
