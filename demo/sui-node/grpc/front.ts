import { GrpcTypes } from '@mysten/sui/grpc';
import type { Call, Client, NodeContext, Reply } from '../front.ts';
import { TransactionRefusedError } from '../transactions/failures.ts';
import { ledgerMethods, nameMethods } from './ledger.ts';
import type { MessageType } from './message-type.ts';
import { movePackageMethods } from './move-package.ts';
import { signatureVerificationMethods } from './signature-verification.ts';
import { stateMethods } from './state.ts';
import { GRPC_CODE, GrpcStatusError } from './status.ts';
import { transactionExecutionMethods } from './transaction-execution.ts';

/** Answers one unary method: request message in, response message (or its bytes, already encoded) out. */
type Handler = (context: NodeContext, request: never, client: Client) => object | Promise<object>;

export type ServiceHandlers = { readonly [method: string]: Handler };

const HANDLERS: { readonly [service: string]: ServiceHandlers } = {
  LedgerService: ledgerMethods,
  StateService: stateMethods,
  TransactionExecutionService: transactionExecutionMethods,
  NameService: nameMethods,
  MovePackageService: movePackageMethods,
  SignatureVerificationService: signatureVerificationMethods,
};

interface Method {
  readonly request: MessageType;
  readonly response: MessageType;
  readonly handler: Handler;
}

/** `Service/Method` to its message types, for the methods that have a handler. */
const METHODS = new Map<string, Method>();
for (const [name, handlers] of Object.entries(HANDLERS)) {
  const service = GrpcTypes[name as 'LedgerService'];
  for (const method of service.methods) {
    const handler = handlers[method.name];
    if (handler === undefined) continue;
    METHODS.set(`${service.typeName}/${method.name}`, {
      request: method.I,
      response: method.O,
      handler,
    });
  }
}

// The client compares it letter by letter: no charset.
const CONTENT_TYPE = 'application/grpc-web+proto';
const TRAILER_FLAG = 0x80;
const FRAME_HEADER_BYTES = 5;

/** Reads a gRPC-web call. `path` is the request path without its first slash. */
export function grpcCall(context: NodeContext, path: string, client: Client, body: Buffer): Call {
  return {
    method: path.slice(path.indexOf('/') + 1),
    async answer() {
      try {
        const method = METHODS.get(path);
        if (method === undefined) throw new GrpcStatusError(GRPC_CODE.UNIMPLEMENTED, '');
        const request = readRequest(method.request, body) as never;
        const response = await method.handler(context, request, client);
        return okReply(encode(method.response, response));
      } catch (error) {
        return statusReply(error);
      }
    },
  };
}

function readRequest(type: MessageType, frame: Buffer): object {
  const length = frame.length < FRAME_HEADER_BYTES ? -1 : frame.readUInt32BE(1);
  if (length !== frame.length - FRAME_HEADER_BYTES || frame[0] !== 0) {
    throw new GrpcStatusError(GRPC_CODE.INTERNAL, 'request is not one gRPC-web data frame');
  }
  try {
    return type.fromBinary(frame.subarray(FRAME_HEADER_BYTES));
  } catch {
    throw new GrpcStatusError(GRPC_CODE.INTERNAL, 'failed to decode Protobuf message');
  }
}

function encode(type: MessageType, response: object): Uint8Array {
  if (response instanceof Uint8Array) return response;
  return type.toBinary(type.create(response));
}

function okReply(message: Uint8Array): Reply {
  const trailer = Buffer.from('grpc-status:0\r\n');
  const body = Buffer.concat([
    frameHeader(0, message.length),
    message,
    frameHeader(TRAILER_FLAG, trailer.length),
    trailer,
  ]);
  return { status: 200, contentType: CONTENT_TYPE, body };
}

function frameHeader(flag: number, length: number): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header[0] = flag;
  header.writeUInt32BE(length, 1);
  return header;
}

/** An error goes out in the headers alone, with an empty body, as nodes send it. */
function statusReply(error: unknown): Reply {
  const message = error instanceof Error ? error.message : String(error);
  const headers = {
    'grpc-status': String(codeOf(error)),
    'grpc-message': encodeURIComponent(message),
  };
  return { status: 200, contentType: CONTENT_TYPE, headers, body: new Uint8Array() };
}

function codeOf(error: unknown): number {
  if (error instanceof TransactionRefusedError) return GRPC_CODE.INVALID_ARGUMENT;
  return error instanceof GrpcStatusError ? error.code : GRPC_CODE.INTERNAL;
}
