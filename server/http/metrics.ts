/** Metrics for operators, as Prometheus text at `GET /metrics`. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance, FastifyRequest, onResponseHookHandler } from 'fastify';
import { Refusal } from '#rules/refusal.ts';

/** One attempt of one call to the chain. */
interface ChainTry {
  readonly method: string;
  readonly failure: string | null;
  readonly ms: number;
}

export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export type Metrics = ReturnType<typeof createMetrics>;

type FigureOfEach = Readonly<Record<string, number>>;

const COLLECT_EVERY_MS = 1_000;

/** For one of SERVERS, whose supervisor collects the figures of all. */
interface OneOfSeveral {
  /** The label `server` of every figure. */
  readonly server: string;
  /** The text with the figures of all of them. */
  readonly text: () => Promise<string>;
}

export function createMetrics(several?: OneOfSeveral) {
  const registry = new Registry();
  if (several !== undefined) registry.setDefaultLabels({ server: several.server });
  collectDefaultMetrics({ register: registry });
  const chain = new Histogram({
    name: 'mainz_chain_call_seconds',
    help: 'Calls to the Sui node, each attempt counted.',
    labelNames: ['method', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  const redis = new Histogram({
    name: 'mainz_redis_command_seconds',
    help: 'Commands to Redis, where it is used.',
    labelNames: ['outcome'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5],
    registers: [registry],
  });
  /** A gauge that is read at each scrape, at most once a second if that takes a while. */
  function gauge<T>(
    { name, help, labelNames }: { name: string; help: string; labelNames: string[] },
    read: () => T | Promise<T>,
    set: (gauge: Gauge<string>, value: T | null) => void,
  ): void {
    let askedAt = -COLLECT_EVERY_MS;
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        if (performance.now() - askedAt < COLLECT_EVERY_MS) return;
        const value = read();
        if (value instanceof Promise) askedAt = performance.now();
        // While the database is away the other figures are needed all the more.
        set(this, await Promise.resolve(value).catch(() => null));
      },
    });
  }

  return {
    registry,
    /** For Prometheus: of this server, or of all servers of its supervisor. */
    text: several?.text ?? (() => registry.metrics()),
    figures: (): Promise<Figures> => registry.getMetricsAsJSON(),
    sawChainTry({ method, failure, ms }: ChainTry): void {
      chain.observe({ method, outcome: failure ?? 'ok' }, ms / 1000);
    },
    /** How long a command of Redis took, and whether it was answered. */
    sawRedisCommand(ms: number, isAnswered: boolean): void {
      redis.observe({ outcome: isAnswered ? 'ok' : 'failed' }, ms / 1000);
    },
    /** Null while there is no value: then NaN and not 0, as no alert's comparison is true for NaN. */
    measure(name: string, help: string, read: () => number | null | Promise<number | null>): void {
      gauge({ name, help, labelNames: [] }, read, (one, value) => one.set(value ?? Number.NaN));
    },
    /** A figure for each value of a label. */
    measureEach(
      name: string,
      help: string,
      label: string,
      read: () => FigureOfEach | Promise<FigureOfEach>,
    ) {
      gauge({ name, help, labelNames: [label] }, read, (one, figures) => {
        one.reset();
        for (const [value, figure] of Object.entries(figures ?? {})) {
          one.set({ [label]: value }, figure);
        }
      });
    },
    tell(name: string, help: string, labels: Readonly<Record<string, string>>): void {
      const labelNames = Object.keys(labels);
      new Gauge({ name, help, labelNames, registers: [registry] }).set(labels, 1);
    },
  };
}

/** The text of several processes. Their figures have labels that differ, so none are added up. */
export function gatheredText(all: readonly Figures[]): Promise<string> {
  // By default the library leaves some figures out, and averages others.
  const kept = all.map((figures) => figures.map((one) => ({ ...one, aggregator: 'sum' as const })));
  return Registry.aggregate(kept).metrics();
}

/**
 * Measures every answer, labelled by the route's pattern and never by the requested path. Must be called before
 * routes are bound, because its hook adds to each.
 */
export function measureHttp(app: FastifyInstance, { registry }: Metrics): void {
  const seconds = new Histogram({
    name: 'mainz_http_request_seconds',
    help: 'HTTP requests from the first byte in to the last byte out.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  const noteOf =
    (method: string, route: string): onResponseHookHandler =>
    (_request, reply, done) => {
      seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    };
  app.addHook('onRoute', (route) => {
    // Set per route: reading `routeOptions` at each answer would rebuild it each time.
    route.onResponse = noteOf(String(route.method), route.url);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.is404) return done();
    return noteOf(request.method, 'unknown').call(app, request, reply, done);
  });
}

/** @param mayMonitor others get 404 */
export function answerMetrics(
  app: FastifyInstance,
  { registry, text }: Metrics,
  mayMonitor: (request: FastifyRequest) => boolean,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayMonitor(request)) throw new Refusal('not-found');
    return reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await text());
  });
}
