/** The HTTP server of the product: the one place that sets Fastify up. */
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { BODY_LIMIT } from '#contract/route.ts';
import { errorAnswer } from './answer-errors.ts';
import { DOC_ROUTES, serveApiDocs } from './api-docs.ts';
import { type AnyHandlers, type Binding, bindRoutes } from './bind.ts';
import { serveCrawlers } from './crawlers.ts';
import { answerHealth, type Probes } from './health.ts';
import { acceptOnlyJson } from './json-body.ts';
import { createRefuseUnknown } from './known-paths.ts';
import { type Metrics, measureHttp } from './metrics.ts';
import { commonHeaders } from './security-headers.ts';
import { type StaticWeb, serveWeb } from './static-web.ts';
import { bindUpgrades, isSocketRequest, type TakesSockets } from './upgrades.ts';

/** What createHttpServer makes, by a name of our own: nobody outside this room knows the framework. */
export type HttpServer = FastifyInstance;

export interface HttpParts extends Binding {
  readonly handlers: AnyHandlers;
  readonly web: Pick<StaticWeb, 'files' | 'publicSettings' | 'findInvitation'>;
  readonly probes: Probes;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Where sockets go once they are let in. */
  readonly live: TakesSockets;
  /** Routes of the demo world. */
  readonly bindMore?: ((app: FastifyInstance) => void) | undefined;
}

/** How long a request may take to arrive in full, in ms: whoever drips bytes is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Longest path parameter: as long as Node lets a request line be, so a long address is a 400. */
const LONGEST_PARAMETER = 16_384;

export function createHttpServer(parts: HttpParts): HttpServer {
  const { log, settings, limits, addressOf } = parts;
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    http: { shouldUpgradeCallback: isSocketRequest },
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    frameworkErrors: (error, _request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      sendError(error, reply as FastifyReply, log);
    },
    clientErrorHandler(error, socket) {
      // The bytes were no HTTP at all, so there is no request to answer through the framework.
      if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
        socket.destroy();
        return;
      }
      const isLong = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
      const words = isLong ? 'That request is too large.' : 'That request cannot be read.';
      const body = JSON.stringify({ error: words });
      socket.end(
        `HTTP/1.1 ${isLong ? '431 Request Header Fields Too Large' : '400 Bad Request'}\r\n` +
          `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n` +
          `Connection: close\r\n\r\n${body}`,
      );
    },
  });

  measureHttp(app, parts.metrics);
  acceptOnlyJson(app);
  const headers = commonHeaders(settings);
  const refuseUnknown = createRefuseUnknown({ ...parts.handlers, ...DOC_ROUTES });
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value);
    // Here and not in a not-found handler: the body of a call that leads nowhere is never read.
    done(request.is404 ? refuseUnknown(request.url, reply) : undefined);
  });
  app.setErrorHandler((thrown, _request, reply) => sendError(thrown, reply, log));

  bindRoutes(app, parts.handlers, parts);
  serveApiDocs(app);
  bindUpgrades(app, parts, parts.live);
  answerHealth(app, parts.probes);
  parts.bindMore?.(app);
  serveCrawlers(app, settings);
  serveWeb(app, { settings, refuseUnknown, limits, addressOf, ...parts.web });
  return app;
}

function sendError(thrown: unknown, reply: FastifyReply, log: Logger): FastifyReply {
  const { status, body, faultId, retryAfterSeconds } = errorAnswer(thrown);
  if (faultId !== undefined) {
    // The route as the table writes it, never the path with what a caller put into it.
    const route = `${reply.request.method} ${reply.request.routeOptions.url ?? 'unknown path'}`;
    log.error({ err: thrown, faultId, route }, 'request failed');
  }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body));
}
