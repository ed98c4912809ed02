/**
 * Who may see the figures and which part is out of order: whoever reaches the port made for it
 * (`METRICS_PORT`), or, without one, a program of this machine.
 */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Arrivals, answerArrivals } from './arrivals.ts';
import { answerHealth, type Probes } from './health.ts';
import { answerMetrics, type Metrics } from './metrics.ts';
import type { HttpSettings } from './settings.ts';

export type MayWatch = (request: FastifyRequest) => boolean;

/** What proxies write into the calls they hand on. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * On the port everybody reaches. Behind a proxy on this machine every caller's socket begins here, so a
 * call that may have come through one is a stranger's.
 */
export function mayWatchHere({
  metricsPort,
  trustProxy,
}: Pick<HttpSettings, 'metricsPort' | 'trustProxy'>): MayWatch {
  if (metricsPort !== null || trustProxy !== null) return () => false;
  return ({ raw }) =>
    LOOPBACK.test(raw.socket.remoteAddress ?? '') &&
    PROXY_HEADERS.every((name) => raw.headers[name] === undefined);
}

/** The server of `METRICS_PORT`: the figures, the probes, how calls came in, and nothing else. */
export function createWatchServer(
  probes: Probes,
  metrics: Metrics,
  arrivals: Arrivals,
): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, requestTimeout: 10_000, bodyLimit: 1 });
  answerHealth(app, probes, () => true);
  answerMetrics(app, metrics, () => true);
  answerArrivals(app, arrivals, () => true);
  return app;
}
