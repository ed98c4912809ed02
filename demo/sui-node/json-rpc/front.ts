import type { Call, NodeContext, Reply } from '../front.ts';
import type { Json } from '../ledger/layouts.ts';
import { TransactionRefusedError } from '../transactions/failures.ts';
import { JSON_RPC_CODE, JsonRpcFaultError, type Params } from './params.ts';
import { READ_METHODS } from './reads.ts';
import { TRANSACTION_METHODS } from './transactions.ts';

const METHODS: Readonly<
  Record<string, (context: NodeContext, params: Params) => Json | Promise<Json>>
> = { ...READ_METHODS, ...TRANSACTION_METHODS };

interface Request {
  readonly id: Json;
  readonly method: string;
  readonly params: Params;
}

/** Reads a JSON-RPC call. One call per request: batches were never accepted by full nodes. */
export function jsonRpcCall(context: NodeContext, body: Buffer): Call {
  const request = readRequest(body);
  return {
    method: request?.method ?? 'unreadable',
    async answer() {
      if (request === undefined) {
        const error = { code: JSON_RPC_CODE.PARSE_ERROR, message: 'Parse error' };
        return reply({ jsonrpc: '2.0', id: null, error });
      }
      const { id } = request;
      try {
        return reply({ jsonrpc: '2.0', id, result: await run(context, request) });
      } catch (error) {
        return reply({ jsonrpc: '2.0', id, error: faultOf(error) });
      }
    },
  };
}

async function run(context: NodeContext, { method, params }: Request): Promise<Json> {
  const handler = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (handler === undefined) {
    throw new JsonRpcFaultError(JSON_RPC_CODE.METHOD_NOT_FOUND, 'Method not found');
  }
  return handler(context, params);
}

function faultOf(error: unknown): Json {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TransactionRefusedError) {
    return {
      code: JSON_RPC_CODE.TRANSACTION_REFUSED,
      message: `Transaction validator signing failed due to issues with transaction inputs, please review the errors and try again:\n- ${message}`,
    };
  }
  const isFault = error instanceof JsonRpcFaultError;
  return { code: isFault ? error.code : JSON_RPC_CODE.INTERNAL_ERROR, message };
}

function readRequest(body: Buffer): Request | undefined {
  try {
    const {
      id = null,
      method,
      params = [],
    } = JSON.parse(body.toString('utf8')) as Partial<Request>;
    return typeof method === 'string' && Array.isArray(params) ? { id, method, params } : undefined;
  } catch {
    return undefined;
  }
}

function reply(json: Json): Reply {
  const body = Buffer.from(JSON.stringify(json));
  return { status: 200, contentType: 'application/json', body };
}
