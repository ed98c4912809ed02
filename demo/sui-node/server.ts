import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call, Front, NodeContext, Reply } from './front.ts';
import { type Limits, REAL_LIMITS } from './front.ts';
import type { GraphqlFront } from './graphql/front.ts';
import { grpcCall } from './grpc/front.ts';
import { keepJournal } from './journal.ts';
import { jsonRpcCall } from './json-rpc/front.ts';
import type { Ledger } from './ledger/ledger.ts';

export type SuiNode = Awaited<ReturnType<typeof startSuiNode>>;

export interface SuiNodeOptions {
  readonly ledger: Ledger;
  /** 0, the default, takes any free one. */
  readonly port?: number;
  readonly host?: string;
  readonly limits?: Partial<Limits>;
  /** Replays and keeps executed transactions here; without it they are gone with the process. */
  readonly journalFile?: string;
  /** Asked in place of the node itself: what it returns is sent. Tests let the node fail through it. */
  readonly respond?: Respond;
  readonly indexLagMs?: NodeContext['indexLagMs'];
}

/**
 * One call of the node.
 * @returns what is sent; null sends nothing, and the connection stays as it is
 */
type Respond = (front: Front, call: Call, response: ServerResponse) => Promise<Reply | null>;

const MAX_REQUEST_BYTES = 1_024 * 1_024;
const GRPC_PATH = /^\/(sui\.rpc\.[\w.]+\/\w+)$/;

/** Starts the stand-in node: gRPC-web, GraphQL and JSON-RPC on one port over one ledger. */
export async function startSuiNode(options: SuiNodeOptions) {
  if (options.journalFile !== undefined) keepJournal(options.ledger, options.journalFile);
  const context: NodeContext = {
    ledger: options.ledger,
    limits: { ...REAL_LIMITS, ...options.limits },
    indexLagMs: options.indexLagMs ?? (() => 0),
  };
  const respond: Respond = options.respond ?? (async (_front, call) => call.answer());
  const server = createServer((request, response) => {
    handle(context, respond, request, response).catch(() => response.destroy());
  });
  // Longer than clients keep idle connections: else a request can meet a socket that is just closing.
  server.keepAliveTimeout = 75_000;
  const host = options.host ?? '127.0.0.1';
  await once(server.listen(options.port ?? 0, host), 'listening');
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    /** For SuiGrpcClient's `baseUrl`. */
    url,
    graphqlUrl: `${url}/graphql`,
    jsonRpcUrl: url,
    ledger: options.ledger,
    /** Ends every connection, hanging ones too. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  context: NodeContext,
  respond: Respond,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const route = body && (await findCall(context, request, body));
  if (route === undefined) {
    response.writeHead(body === undefined ? 413 : 404, { 'content-length': 0 }).end();
    return;
  }
  const reply = await respond(...route, response);
  if (reply !== null) send(response, reply);
}

async function findCall(
  context: NodeContext,
  request: IncomingMessage,
  body: Buffer,
): Promise<[Front, Call] | undefined> {
  if (request.method !== 'POST') return undefined;
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const grpcPath = GRPC_PATH.exec(path)?.[1];
  const client = {
    protocolVersion: Number(request.headers['x-sui-client-protocol-version'] ?? 0),
  };
  if (grpcPath !== undefined) return ['grpc', grpcCall(context, grpcPath, client, body)];
  if (path === '/graphql') return ['graphql', (await graphqlFront(context))(client, body)];
  if (path === '/') return ['jsonrpc', jsonRpcCall(context, body)];
  return undefined;
}

const graphqlFronts = new WeakMap<NodeContext, Promise<GraphqlFront>>();

/** Loaded at the first GraphQL request: most nodes never see one, and the schema is large. */
function graphqlFront(context: NodeContext): Promise<GraphqlFront> {
  let front = graphqlFronts.get(context);
  if (front === undefined) {
    front = import('./graphql/front.ts').then((module) => module.createGraphqlFront(context));
    graphqlFronts.set(context, front);
  }
  return front;
}

/** Undefined when the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_REQUEST_BYTES) chunks.push(chunk);
  }
  return size > MAX_REQUEST_BYTES ? undefined : Buffer.concat(chunks);
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    ...reply.headers,
    'content-type': reply.contentType,
    'content-length': reply.body.length,
  });
  response.end(reply.body);
}
