/**
 * Who may see metrics and which part is down: callers on `METRICS_PORT` or, if that is unset, programs on this
 * machine.
 */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '#rules/refusal.ts';
import { answerHealth, type Probes } from './health.ts';
import { answerMetrics, type Metrics } from './metrics.ts';
import { answerRequestEchoes, type RequestEchoes } from './request-echo.ts';
import { createErrorSender } from './send-error.ts';
import { type HttpSettings, isSecure } from './settings.ts';

type MayMonitor = (request: FastifyRequest) => boolean;

/** Headers that proxies add. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** What a program of this machine calls it. A page in a browser here may have a name of its own that leads to us. */
const LOOPBACK_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;

/**
 * For the public port. Behind a proxy on this machine every connection comes from this machine, so a call that may
 * have come through a proxy is refused: also where PUBLIC_ORIGIN is https, which only a proxy can serve, as not every
 * proxy writes a header.
 */
export function mayMonitorHere(settings: HttpSettings): MayMonitor {
  const { metricsPort, trustProxy } = settings;
  if (metricsPort !== null || trustProxy !== null || isSecure(settings)) return () => false;
  return ({ raw }) =>
    LOOPBACK.test(raw.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(raw.headers.host ?? '') &&
    PROXY_HEADERS.every((name) => raw.headers[name] === undefined);
}

/** A name that a page of another site may have, and let lead here. */
const PUBLIC_NAME = /\.[a-z][a-z\d-]*\.?(:\d+)?$/i;

/**
 * For `METRICS_PORT`: not for a page that a browser near us opened under a name that leads here. It cannot take away the
 * browser's header of languages, which programs that read figures do not send, whatever name they ask for.
 */
const isNoPage: MayMonitor = ({ raw: { headers } }) =>
  headers['accept-language'] === undefined || !PUBLIC_NAME.test(headers.host ?? '');

export interface Monitored {
  readonly probes: Probes;
  readonly metrics: Metrics;
  readonly echoes: RequestEchoes;
}

/** Binds metrics, probes and request echoes. Of probes everybody is told the outcome. */
export function answerMonitoring(
  app: FastifyInstance,
  { probes, metrics, echoes }: Monitored,
  mayMonitor: MayMonitor,
): void {
  answerHealth(app, { ...probes, onAlive: echoes.note }, mayMonitor);
  answerMetrics(app, metrics, mayMonitor);
  answerRequestEchoes(app, echoes, mayMonitor);
}

/** The server on `METRICS_PORT`: monitoring and nothing else. */
export function createMonitoringServer(monitored: Monitored, log: Logger): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, requestTimeout: 10_000, bodyLimit: 1 });
  const sendError = createErrorSender(log);
  app.setErrorHandler((thrown, _request, reply) => sendError(thrown, reply));
  app.setNotFoundHandler((_request, reply) => sendError(new Refusal('not-found'), reply));
  answerMonitoring(app, monitored, isNoPage);
  return app;
}
