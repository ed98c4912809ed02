export const JSON_RPC_CODE = {
  PARSE_ERROR: -32700,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  TRANSACTION_REFUSED: -32002,
} as const;

/** Ends a call with an error object. */
export class JsonRpcFaultError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export function invalidParams(reason: string): JsonRpcFaultError {
  return new JsonRpcFaultError(JSON_RPC_CODE.INVALID_PARAMS, `Invalid params: ${reason}`);
}
