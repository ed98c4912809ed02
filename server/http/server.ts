/** Sets Fastify up. */
import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { BODY_LIMIT } from '#contract/route.ts';
import { Refusal } from '#rules/refusal.ts';
import { ClientGoneError } from './answer-errors.ts';
import { DOC_ROUTES, serveApiDocs } from './api-docs.ts';
import { type AnyHandlers, type Binding, bindRoutes } from './bind.ts';
import { refuseAbandonedWrites } from './connections/abandoned-writes.ts';
import {
  answerUnderWay,
  endConnection,
  isEnding,
  type RawRefusal,
  refuseRaw,
  TOO_LARGE,
} from './connections/connection-end.ts';
import {
  boundConnections,
  mostConnections,
  openFilesLimit,
} from './connections/connection-limits.ts';
import { createAnswerInTurn } from './connections/pipelining.ts';
import { acceptOnlyJson, boundingParts } from './json-body.ts';
import { createRefuseUnknown } from './known-paths.ts';
import { createIsShared } from './limits/forwarded.ts';
import { measureHttp } from './metrics.ts';
import { answerMonitoring, type Monitored, mayMonitorHere } from './monitoring.ts';
import { serveCrawlers } from './pages/crawlers.ts';
import { createPrerenderer, type Renderer } from './pages/prerender.ts';
import { createReadAnswer } from './pages/read-answer.ts';
import { type StaticWeb, serveWeb } from './pages/serve-web.ts';
import { isForOneHost, originForm, routable } from './request-target.ts';
import { commonHeaders } from './security-headers.ts';
import { createErrorSender } from './send-error.ts';
import { bindUpgrades, isSocketRequest, type TakesSockets } from './upgrades.ts';

/** Our own name for the server type, so that other rooms need not import Fastify. */
export type HttpServer = FastifyInstance;

interface HttpDependencies extends Binding {
  readonly handlers: AnyHandlers;
  readonly web: Pick<StaticWeb, 'files' | 'publicSettings' | 'lookups'>;
  /** Null: only browsers render pages. */
  readonly renderer: Renderer | null;
  readonly monitored: Monitored;
  /** Takes over accepted sockets. */
  readonly live: TakesSockets;
  /** Routes of the demo world. */
  readonly bindMore?: ((app: FastifyInstance) => void) | undefined;
}

/** Time for a whole request to arrive: slow senders are cut off. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Longest silence of a connection during a call: clients that do not read are cut off. Node waits twice as long while
 * a part of the answer is unread. Longer than any answer takes (reading a wallet stops after a minute).
 */
const SILENCE_MS = 100_000;

/** As long as Node allows a request line, so that a long address gets a 400. */
const LONGEST_PARAMETER = 16_384;

const CLOSE_IDLE_EVERY_MS = 100;

const NOT_ONE_HOST = 'it names no host, or several';

export function createHttpServer(parts: HttpDependencies): HttpServer {
  const { log, settings, limits, addressOf } = parts;
  const sendError = createErrorSender(log);
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    forceCloseConnections: 'idle',
    // A call that is on its way is answered while the server stops: proxies keep connections, and send no write again.
    return503OnClosing: false,
    // Node's own answers say nothing (E1): see isForOneHost and refuseExpectation.
    http: {
      shouldUpgradeCallback: isSocketRequest,
      requireHostHeader: false,
      // Slow senders are looked for so often; 30 s by default.
      connectionsCheckingInterval: 5_000,
    },
    rewriteUrl: ({ url = '' }) => routable(originForm(url)),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: (error, _request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      sendError(error, reply);
    },
    clientErrorHandler: refuseUnreadable,
  });

  // Before the framework makes anything of a request.
  const [handle] = app.server.listeners('request') as [RequestListener];
  const answerInTurn = createAnswerInTurn();
  // Parts are counted from the first on, also those of a request that waits for its turn.
  const inTurn = (listener: RequestListener) => boundingParts(answerInTurn(listener));
  app.server.off('request', handle).on('request', inTurn(handle));
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const most = mostConnections(openFilesLimit());
  boundConnections(app.server, most, createIsShared(settings.trustProxy));
  measureHttp(app, parts.monitored.metrics);
  acceptOnlyJson(app);
  const headers = commonHeaders(settings);
  const refuseUnknown = createRefuseUnknown({ ...parts.handlers, ...DOC_ROUTES });
  app.addHook('onRequest', (request, reply, done) => {
    const { headers: sent, socket } = request.raw;
    // Reading it here caches it, in case the client disconnects before it is needed.
    if (socket.remoteAddress === undefined) return done(new ClientGoneError());
    if (!isForOneHost(request.raw)) return done(new Refusal('bad-input', { what: NOT_ONE_HOST }));
    // After an upgrade request that is ignored, Node drops what was sent behind it in the same packet.
    if (sent.upgrade !== undefined) reply.header('connection', 'close');
    // Not in a not-found handler, so that the body of such a call is never read.
    done(request.is404 ? refuseUnknown(request.url, reply) : undefined);
  });
  refuseAbandonedWrites(app);
  app.server.on('checkExpectation', inTurn(refuseExpectation));
  app.server.on('connect', (_request, socket) => refuseConnect(socket));
  // Answers of the contract set these themselves: see answers.ts.
  app.addHook('onSend', (_request, reply, payload, done) => {
    for (const [name, value] of headers) reply.header(name, value);
    done(null, payload);
  });
  app.addHook('onListen', (done) => {
    // For example no file descriptor left; open connections continue.
    app.server.on('error', (err) => log.error({ err }, 'a connection could not be taken'));
    done();
  });
  app.addHook('preClose', (done) => {
    // Node would keep connections that become idle from now on open for a minute.
    const letGo = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
    app.server.once('close', () => clearInterval(letGo));
    // Nothing more is sent over a connection whose answer says that it ends.
    for (const socket of connections) {
      const answer = answerUnderWay(socket);
      if (answer !== null) answer.shouldKeepAlive = false;
    }
    done();
  });
  app.setErrorHandler((thrown, _request, reply) => sendError(thrown, reply));

  bindRoutes(app, parts.handlers, parts);
  serveApiDocs(app);
  bindUpgrades(app, parts, parts.live, log);
  answerMonitoring(app, parts.monitored, mayMonitorHere(settings));
  parts.bindMore?.(app);
  serveCrawlers(app, settings);
  const { publicSettings } = parts.web;
  const prerenderer =
    parts.renderer &&
    createPrerenderer(parts.renderer, publicSettings, createReadAnswer(parts.handlers));
  serveWeb(app, { settings, refuseUnknown, limits, addressOf, log, prerenderer, ...parts.web });
  return app;
}

/** Answers to input that is not HTTP. Fastify has no request for it. */
const UNREADABLE: Readonly<Record<string, RawRefusal>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'That request is too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'That request took too long to arrive.'],
};
const UNREADABLE_OTHERWISE = ['400 Bad Request', 'That request cannot be read.'] as const;

/** Connections whose input cannot be read any further: Node reports each packet that comes all the same. */
const unreadable = new WeakSet<Socket>();

/** Answers input that is not HTTP and ends the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (isEnding(socket)) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  if (unreadable.has(socket)) return;
  unreadable.add(socket);
  refuseInTurn(socket, UNREADABLE[error.code ?? ''] ?? UNREADABLE_OTHERWISE);
}

/**
 * This is no proxy. Node itself would close the connection without a word, and drop the answers to the calls before.
 * It no longer manages this socket: an error without a listener would end the process, and a client that does not
 * read would keep the connection for ever.
 */
function refuseConnect(socket: Duplex): void {
  for (const event of ['error', 'timeout']) socket.on(event, () => socket.destroy());
  refuseInTurn(socket, UNREADABLE_OTHERWISE);
}

/** Refuses after the answers to the requests before: earlier it would be taken for one of them, or for a part. */
function refuseInTurn(socket: Duplex, refusal: RawRefusal): void {
  const answering = answerUnderWay(socket);
  if (!(answering instanceof ServerResponse)) refuseRaw(socket, refusal);
  else if (answering.req.complete) answering.once('close', () => refuseInTurn(socket, refusal));
  // The end of its request cannot be read. It is refused, unless it was answered before that.
  else if (answering.headersSent) answering.once('close', () => endConnection(socket));
  else refuseRaw(socket, refusal);
}

/** Refuses what a client expects of us beside `100-continue`. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ error: UNREADABLE_OTHERWISE[1] });
  response.writeHead(417, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(body);
}
