/**
 * A proxy in front of the stand-in node that answers in time and in the right form, but changes gRPC answers (or
 * requests) to false ones.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { GrpcTypes } from '@mysten/sui/grpc';
import { listening } from './listening.ts';

/** A protocol message of any type: a false answer may not fit its type. */
// biome-ignore lint/suspicious/noExplicitAny: any field can be changed
type Message = any;

export interface Lie {
  /** For example `ListOwnedObjects`. */
  readonly method: string;
  readonly asked?: (request: Message) => void;
  /** @param page number of earlier answers to this method */
  readonly answered?: (response: Message, request: Message, page: number) => void;
  /** The checkpoint that the node says it has come to; it says none without this. */
  readonly height?: number;
}

export interface LyingNode {
  readonly url: string;
  /** Applies these changes from now on; none: honest. */
  lie(...lies: readonly Lie[]): void;
  close(): Promise<void>;
}

const HEAD_BYTES = 5;

interface Codec {
  fromBinary(bytes: Uint8Array): Message;
  toBinary(message: Message): Uint8Array;
}

const CODECS = new Map(
  [GrpcTypes.StateService, GrpcTypes.LedgerService, GrpcTypes.TransactionExecutionService].flatMap(
    ({ methods }) =>
      methods.map(
        ({ name, I, O }) => [name, { request: I as Codec, response: O as Codec }] as const,
      ),
  ),
);

/** @param honest address of the stand-in node */
export async function startLyingNode(honest: string): Promise<LyingNode> {
  let lies: readonly Lie[] = [];
  const pages = new Map<string, number>();

  async function rewrite(method: string, body: Buffer, forward: Forward): Promise<Answer> {
    const lie = lies.find((one) => one.method === method);
    const codec = CODECS.get(method);
    if (lie === undefined || codec === undefined) return forward(body);
    const request = codec.request.fromBinary(body.subarray(HEAD_BYTES));
    lie.asked?.(request);
    const answer = await forward(framed(codec.request.toBinary(request)));
    const length = answer.body.readUInt32BE(1);
    const response = codec.response.fromBinary(
      answer.body.subarray(HEAD_BYTES, HEAD_BYTES + length),
    );
    const page = pages.get(method) ?? 0;
    pages.set(method, page + 1);
    lie.answered?.(response, request, page);
    const trailer = answer.body.subarray(HEAD_BYTES + length);
    const said = Buffer.concat([framed(codec.response.toBinary(response)), trailer]);
    const { height } = lie;
    const headers = height === undefined ? {} : { 'x-sui-checkpoint-height': height };
    return { ...answer, headers, body: said };
  }

  const server = createServer((request, response) => {
    const answer = async () => {
      const path = request.url ?? '/';
      const forward = sender(new URL(path, honest), String(request.headers['content-type']));
      const { status, type, headers, body } = await rewrite(
        path.slice(path.lastIndexOf('/') + 1),
        await bodyOf(request),
        forward,
      );
      response.writeHead(status, {
        ...headers,
        'content-type': type,
        'content-length': body.length,
      });
      response.end(body);
    };
    answer().catch(() => response.destroy());
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    lie(...told) {
      lies = told;
      pages.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, number>>;
  readonly body: Buffer;
}

type Forward = (body: Buffer) => Promise<Answer>;

function sender(url: URL, contentType: string): Forward {
  return async (body) => {
    const headers = { 'content-type': contentType, 'x-grpc-web': '1' };
    const answered = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
    const type = answered.headers.get('content-type') ?? '';
    return { status: answered.status, type, body: Buffer.from(await answered.arrayBuffer()) };
  };
}

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
